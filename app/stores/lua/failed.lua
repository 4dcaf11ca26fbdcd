#!lua
-- Count a failure of an outbox entry, if the entry is still there.
-- KEYS  1 outbox  2 failures    ARGV  1 entry id
-- Returns the number of its failures, 0 if it is gone.
if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then return 0 end
return redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
