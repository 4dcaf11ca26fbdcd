#!lua
-- Set timer and index of a room to what its state says, if the room still has that version.
-- KEYS  1 room  2 timers  3 rooms
-- ARGV  1 room id  2 version that the caller has read, or '' if it found no room  3 deadline ms or ''
-- Returns 1 done, 0 the room has another version.
local held = redis.call('HGET', KEYS[1], 'v') or ''
if held ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
end
if held == '' then redis.call('ZREM', KEYS[3], ARGV[1]) end
return 1
