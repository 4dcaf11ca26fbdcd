#!lua
-- Count one event.    KEYS  1 counter    ARGV  1 window ms
-- Returns the number of events in the window, which began with its first event.
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return hits
