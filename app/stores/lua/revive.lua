#!lua
-- Move an entry from the dead stream to the end of the outbox.
-- KEYS  1 outbox  2 dead    ARGV  1 entry id  2 room id  3 data
-- Returns 1 moved, 0 moved before.
if redis.call('XDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('XADD', KEYS[1], '*', 'r', ARGV[2], 'd', ARGV[3])
return 1
