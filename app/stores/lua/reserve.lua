#!lua
-- Bind a room code to a room.    KEYS  1 code    ARGV  1 room id  2 time to live ms
-- Returns 1 bound (if the room held it already, its time starts again), 0 another room holds it or it rests.
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
