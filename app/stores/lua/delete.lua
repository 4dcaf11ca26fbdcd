#!lua
-- Delete a room and leave a tombstone with its epoch. Outbox entries stay.
-- KEYS  1 room  2 tomb  3 timers  4 rooms  5..8 frame streams  9 presence  10 generations
-- ARGV  1 room id  2 least epoch of the tombstone  3 version to match or ''  4 tombstone's time to live ms
-- Returns 1 deleted (or not there), 0 the room has another version.
local id = ARGV[1]
local stem, named = string.match(KEYS[1], '^(gm:{s%d%d}:)room:(.+)$')
local epoch = tonumber(ARGV[2])
if named ~= id or not epoch then return redis.error_reply('INVALID delete: arguments') end
local held = redis.call('HMGET', KEYS[1], 'e', 'v')
if ARGV[3] ~= '' and held[2] and held[2] ~= ARGV[3] then return 0 end
epoch = math.max(epoch, tonumber(held[1] or '0'), tonumber(redis.call('GET', KEYS[2]) or '0'))

redis.call('SET', KEYS[2], string.format('%.0f', epoch), 'PX', ARGV[4])
redis.call('DEL', KEYS[1], KEYS[5], KEYS[6], KEYS[7], KEYS[8])
redis.call('ZREM', KEYS[3], id)
redis.call('ZREM', KEYS[4], id)
for slot = 0, 3 do
  redis.call('ZREM', KEYS[9], id .. '|' .. slot)
  redis.call('HDEL', KEYS[10], id .. '|' .. slot)
end
redis.call('PUBLISH', stem .. 'poke', id)
return 1
