#!lua
-- Claim timers that are due; a claimed one comes back a little later unless a commit moves it.
-- After an outage (nobody polled for a while) nothing fires for a grace period, so that players
-- whose time ran out while the servers were away get to act.
-- KEYS  1 alive marker  2.. timer sets
-- ARGV  1 now ms  2 most to claim  3 lease ms  4 silence that counts as an outage ms  5 grace ms
-- Returns the ids of claimed rooms.
local now, left = tonumber(ARGV[1]), tonumber(ARGV[2])
local outage, grace = tonumber(ARGV[4]), tonumber(ARGV[5])
local armed = false
for i = 2, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    armed = true
    break
  end
end
local seen = redis.call('HMGET', KEYS[1], 't', 'g')
if not armed then
  -- Nothing to time: one note instead of a write per poll, and no silence to measure.
  if seen[1] ~= 'idle' then redis.call('HSET', KEYS[1], 't', 'idle') end
  return {}
end
local last, hold = tonumber(seen[1] or ''), tonumber(seen[2] or '') or 0
if last and now - last > outage then
  hold = now + grace
  redis.call('HSET', KEYS[1], 't', ARGV[1], 'g', string.format('%.0f', hold))
elseif not last or now - last >= 1000 or last - now > 60000 then
  redis.call('HSET', KEYS[1], 't', ARGV[1])
end
if now < hold and hold - now <= grace then return {} end

local claimed = {}
local again = string.format('%.0f', now + tonumber(ARGV[3]))
for i = 2, #KEYS do
  if left <= 0 then break end
  local due = redis.call('ZRANGEBYSCORE', KEYS[i], '-inf', ARGV[1], 'LIMIT', 0, left)
  left = left - #due
  for _, id in ipairs(due) do
    redis.call('ZADD', KEYS[i], again, id)
    claimed[#claimed + 1] = id
  end
end
return claimed
