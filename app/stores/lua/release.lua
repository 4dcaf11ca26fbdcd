#!lua
-- Release a room code; it rests before a room can hold it again.
-- KEYS  1 code    ARGV  1 room id  2 rest ms
-- Returns 1 released, 0 the room does not hold it.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], '', 'PX', ARGV[2])
return 1
