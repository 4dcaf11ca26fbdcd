#!lua
-- Bring timer and index of one room in line with its state, if that state is still the newest.
-- KEYS  1 room  2 timers  3 rooms
-- ARGV  1 room id  2 version the caller has read, or '' when it found no room  3 deadline ms or ''
-- Returns 1 done, 0 the room has moved on.
local held = redis.call('HGET', KEYS[1], 'v') or ''
if held ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
end
if held == '' then redis.call('ZREM', KEYS[3], ARGV[1]) end
return 1
