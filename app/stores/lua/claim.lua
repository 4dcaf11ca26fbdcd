#!lua
-- Claim timers that are due, and note the time of this poll. A claimed timer becomes due again
-- after the lease, unless a commit moves it.
-- KEYS  1 alive marker  2.. timer sets    ARGV  1 now ms  2 most to claim  3 lease ms
-- Returns the ids of the claimed rooms.
local now, left = tonumber(ARGV[1]), tonumber(ARGV[2])
local armed = false
for i = 2, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    armed = true
    break
  end
end
local seen = redis.call('HGET', KEYS[1], 't')
if not armed then
  -- No timer is set, so the polls that follow need no time: write "idle" once.
  if seen ~= 'idle' then redis.call('HSET', KEYS[1], 't', 'idle') end
  return {}
end
-- At most one write per second. A marker more than 60 s ahead comes from a clock that was set back.
local last = tonumber(seen or '')
if not last or now - last >= 1000 or last - now > 60000 then
  redis.call('HSET', KEYS[1], 't', ARGV[1])
end

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
