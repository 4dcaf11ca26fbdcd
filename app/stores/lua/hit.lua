#!lua
-- KEYS 1 counter    ARGV 1 window ms    Returns the number of hits in the window that began with the first.
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return hits
