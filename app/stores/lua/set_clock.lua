#!lua
-- Change how far the tables are ahead of the server's clock, unless somebody has changed it before.
-- KEYS  1 clock    ARGV  1 how far they are, as the caller knows it (ms)  2 how far they shall be (ms)
--                        3 the time of the tables now (ms)
-- Returns 1 changed, 0 somebody was first.
if (redis.call('HGET', KEYS[1], 'ahead') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'ahead', ARGV[2], 'followed', ARGV[3])
return 1
