#!lua
-- KEYS 1 code    ARGV 1 room id  2 rest ms
-- Returns 1 released: the code rests; 0 it is not this room's.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], '', 'PX', ARGV[2])
return 1
