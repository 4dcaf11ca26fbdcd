#!lua
-- Take back one event of every window that was counted at a time.
-- KEYS  windows: HASH slot -> events    ARGV  the time in ms, then per window: slot ms
local now = ARGV[1] + 0
for index, key in ipairs(KEYS) do
  local slot = string.format('%.0f', math.floor(now / (ARGV[index + 1] + 0)))
  local held = redis.call('HGET', key, slot)
  if held and held + 0 > 1 then
    redis.call('HINCRBY', key, slot, -1)
  elseif held then
    redis.call('HDEL', key, slot)
  end
end
return 0
