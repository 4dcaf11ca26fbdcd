#!lua
-- End a lease if this generation holds it.
-- KEYS  1 presence  2 generations    ARGV  1 member  2 generation
-- Returns 1 ended, 0 another generation or nobody holds it.
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
