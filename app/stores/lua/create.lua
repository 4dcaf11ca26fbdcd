#!lua
-- Create a room with version 1, unless it exists or its tombstone has this epoch or a later one.
-- KEYS  1 room  2 tomb  3 timers  4 rooms  5..8 frame streams of slots 0..3
-- ARGV  1 room id  2 epoch  3 blob  4 deadline ms or ''  5 time to live ms  6 now ms
-- Returns 1 created (also for a repeated call), 0 refused; an error INVALID names what is wrong.
local id, epoch = ARGV[1], tonumber(ARGV[2])
local stem, named = string.match(KEYS[1], '^(gm:{s%d%d}:)room:(.+)$')
if named ~= id or not epoch or ARGV[3] == '' then
  return redis.error_reply('INVALID create: arguments')
end
local held = redis.call('HMGET', KEYS[1], 'e', 'v', 's')
if held[1] then
  -- The client sends a call again when its answer was lost: give the same answer.
  if held[1] == ARGV[2] and held[2] == '1' and held[3] == ARGV[3] then return 1 end
  return 0
end
local buried = redis.call('GET', KEYS[2])
if buried and tonumber(buried) >= epoch then return 0 end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.error_reply('INVALID create: the room key holds something else')
end
for i = 3, 4 do
  local kind = redis.call('TYPE', KEYS[i]).ok
  if kind ~= 'none' and kind ~= 'zset' then
    return redis.error_reply('INVALID create: type of a shard key')
  end
end

redis.call('DEL', KEYS[2], KEYS[5], KEYS[6], KEYS[7], KEYS[8])
redis.call('HSET', KEYS[1], 'e', ARGV[2], 'v', '1', 's', ARGV[3], 'r', id)
redis.call('PEXPIRE', KEYS[1], ARGV[5])
if ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[4], id)
else
  redis.call('ZREM', KEYS[3], id)
end
redis.call('ZADD', KEYS[4], ARGV[6], id)
redis.call('PUBLISH', stem .. 'poke', id)
return 1
