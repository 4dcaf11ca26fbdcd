#!lua
-- Begin or prolong the lease of one member slot, unless a newer generation holds it.
-- KEYS  1 presence  2 generations    ARGV  1 member  2 generation  3 end of the lease ms
-- Returns 1 held, 0 a newer generation holds it.
local held = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '')
if held and held > tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
if held ~= tonumber(ARGV[2]) then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
return 1
