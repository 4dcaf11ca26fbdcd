#!lua
-- Commit one step of a room. Checks everything before the first write, because a script that fails
-- keeps what it has written.
-- KEYS  1 room  2 timers  3 rooms  4 outbox  5..8 frame streams of slots 0..3
-- ARGV  1 room id  2 epoch  3 version  4 blob  5 now ms  6 allowed ms before now  7 deadline ms or ''
--       8 time to live ms  9 frames kept per stream  10 slots whose stream is deleted  11 #frames
--       12 #trims  13 #outbox  14 allowed ms after now  15 ms that the tables are ahead of the server's clock,
--       then slot, seq, value per frame; slot, least seq to keep per trim; data per outbox entry
-- Returns 0 done, 1 conflict, 2 epoch, 3 clock, 4 gone; an error INVALID names what is malformed.
local HEAD = 15

local function invalid(what)
  return redis.error_reply('INVALID commit: ' .. what)
end

-- The number if the text is at most 15 digits (exact in a double), else nil.
local function whole(text)
  if text and #text <= 15 and string.find(text, '^%d+$') then
    return tonumber(text)
  end
  return nil
end

if #KEYS ~= 8 or #ARGV < HEAD then return invalid('number of arguments') end
local id = ARGV[1]
local stem, named = string.match(KEYS[1], '^(gm:{s%d%d}:)room:(.+)$')
if not stem or named ~= id then return invalid('room key') end
if KEYS[2] ~= stem .. 'timers' or KEYS[3] ~= stem .. 'rooms' or KEYS[4] ~= stem .. 'outbox' then
  return invalid('shard key')
end
for slot = 0, 3 do
  if KEYS[5 + slot] ~= stem .. 'v:' .. id .. ':' .. slot then return invalid('stream key') end
end

local epoch, version, now, early = whole(ARGV[2]), whole(ARGV[3]), whole(ARGV[5]), whole(ARGV[6])
local late, ahead = whole(ARGV[14]), tonumber(ARGV[15])
local deadline, ttl, keep = ARGV[7], whole(ARGV[8]), whole(ARGV[9])
local frames, trims, results = whole(ARGV[11]), whole(ARGV[12]), whole(ARGV[13])
if not (epoch and version and now and early and late and ahead and frames and trims and results) then
  return invalid('a number')
end
if not ttl or ttl < 1000 or not keep or keep < 1 then return invalid('limits') end
if deadline ~= '' and not whole(deadline) then return invalid('deadline') end
if ARGV[4] == '' then return invalid('blob') end
if not string.find(ARGV[10], '^[0-3]*$') then return invalid('slots to cut') end
if #ARGV ~= HEAD + 3 * frames + 2 * trims + results then return invalid('number of arguments') end

local first_trim = HEAD + 3 * frames
local first_result = first_trim + 2 * trims
for i = first_trim + 1, first_result, 2 do
  if not string.find(ARGV[i], '^[0-3]$') or not whole(ARGV[i + 1]) then return invalid('trim') end
end
for i = first_result + 1, #ARGV do
  if ARGV[i] == '' then return invalid('outbox entry') end
end

local held = redis.call('HMGET', KEYS[1], 'e', 'v')
if not held[1] or not held[2] then return 4 end
if tonumber(held[1]) ~= epoch then return 2 end
if tonumber(held[2]) ~= version then return 1 end
-- A step of the future would let clocks run out too early. One of the past only has less time left.
local time = redis.call('TIME')
local age = time[1] * 1000 + time[2] / 1000 + ahead - now
if age < -early or age > late then return 3 end

local function is(key, kind)
  local found = redis.call('TYPE', key).ok
  return found == 'none' or found == kind
end
if not (is(KEYS[2], 'zset') and is(KEYS[3], 'zset') and is(KEYS[4], 'stream')) then
  return invalid('type of a shard key')
end

-- Highest seq of each stream; nil if the stream is new and may start with any seq.
local top, fresh = {}, {}
for slot = 0, 3 do
  local key = KEYS[5 + slot]
  if string.find(ARGV[10], tostring(slot), 1, true) or redis.call('EXISTS', key) == 0 then
    fresh[slot] = true
  else
    local info = redis.call('XINFO', 'STREAM', key)
    for i = 1, #info, 2 do
      if info[i] == 'last-generated-id' then
        top[slot] = tonumber(string.match(info[i + 1], '^(%d+)-'))
      end
    end
  end
end
for i = HEAD + 1, first_trim, 3 do
  local slot, seq = ARGV[i], whole(ARGV[i + 1])
  if not string.find(slot, '^[0-3]$') or not seq or seq < 1 then return invalid('frame') end
  if not string.find(ARGV[i + 2], '^[^|]+|') then return invalid('frame without hash') end
  slot = tonumber(slot)
  if top[slot] and seq ~= top[slot] + 1 then return invalid('frame does not continue its stream') end
  top[slot] = seq
end

-- All checks are done: from here on nothing can fail.
for slot in string.gmatch(ARGV[10], '.') do redis.call('DEL', KEYS[5 + slot]) end
redis.call('HSET', KEYS[1], 'v', string.format('%.0f', version + 1), 's', ARGV[4])
for i = HEAD + 1, first_trim, 3 do
  redis.call('XADD', KEYS[5 + ARGV[i]], 'MAXLEN', '~', ARGV[9], ARGV[i + 1] .. '-0', 'f', ARGV[i + 2])
end
for i = first_trim + 1, first_result, 2 do
  redis.call('XTRIM', KEYS[5 + ARGV[i]], 'MINID', ARGV[i + 1] .. '-0')
end
if deadline == '' then
  redis.call('ZREM', KEYS[2], id)
else
  redis.call('ZADD', KEYS[2], deadline, id)
end
redis.call('ZADD', KEYS[3], ARGV[5], id)
for i = first_result + 1, #ARGV do
  redis.call('XADD', KEYS[4], '*', 'r', id, 'd', ARGV[i])
end
-- At least 5 % of the time must have passed: a renewal at each step would double the append-only file.
local renew = redis.call('PTTL', KEYS[1]) < ttl * 0.95
if renew then redis.call('PEXPIRE', KEYS[1], ARGV[8]) end
for slot = 0, 3 do
  if renew or fresh[slot] then redis.call('PEXPIRE', KEYS[5 + slot], ARGV[8]) end
end
redis.call('PUBLISH', stem .. 'poke', id)
return 0
