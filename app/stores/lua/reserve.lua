#!lua
-- KEYS 1 code    ARGV 1 room id  2 life ms
-- Returns 1 reserved (or held by this room already: its life starts anew), 0 taken or resting.
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
