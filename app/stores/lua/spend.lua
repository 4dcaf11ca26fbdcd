#!lua
-- Count one event of every window, or of none if one of them is full.
-- A window is cut into slots. An event counts until its whole slot has left the window: so never less than the
-- window's length, and at most one slot longer.
-- KEYS  windows: HASH slot -> events    ARGV  per window: most events, slot ms, slots of a window
-- Returns {1, now ms} counted, or {0, ms until all windows have room}.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0

for index, key in ipairs(KEYS) do
  local most, width, slots = ARGV[3 * index - 2] + 0, ARGV[3 * index - 1] + 0, ARGV[3 * index] + 0
  local held = redis.call('HGETALL', key)
  local counted, sum = {}, 0
  for at = 1, #held, 2 do
    local slot, events = held[at] + 0, held[at + 1] + 0
    local current = math.floor(now / width)
    if slot < current - slots or slot > current then -- the future: the server's clock was set back
      redis.call('HDEL', key, held[at])
    else
      counted[#counted + 1] = { slot, events }
      sum = sum + events
    end
  end
  table.sort(counted, function(a, b) return a[1] < b[1] end)
  for _, each in ipairs(counted) do
    if sum < most then break end
    sum = sum - each[2]
    wait = math.max(wait, (each[1] + slots + 1) * width - now)
  end
end
if wait > 0 then return { 0, wait } end

for index, key in ipairs(KEYS) do
  local width, slots = ARGV[3 * index - 1] + 0, ARGV[3 * index] + 0
  redis.call('HINCRBY', key, string.format('%.0f', math.floor(now / width)), 1)
  redis.call('PEXPIRE', key, string.format('%.0f', width * (slots + 1)))
end
return { 1, now }
