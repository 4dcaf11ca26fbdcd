#!lua
-- Count outbox entries.    KEYS  pairs of outbox, dead
-- Returns {waiting entries, dead entries, server ms of the oldest waiting entry or 0}.
local waiting, dead, oldest = 0, 0, 0
for i = 1, #KEYS, 2 do
  waiting = waiting + redis.call('XLEN', KEYS[i])
  dead = dead + redis.call('XLEN', KEYS[i + 1])
  local first = redis.call('XRANGE', KEYS[i], '-', '+', 'COUNT', 1)[1]
  if first then
    local ms = tonumber(string.match(first[1], '^%d+'))
    if oldest == 0 or ms < oldest then oldest = ms end
  end
end
return { waiting, dead, oldest }
