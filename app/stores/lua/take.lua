#!lua
-- Take outbox entries: per shard first the abandoned ones (taken, not acknowledged), then new ones.
-- KEYS  outboxes    ARGV  1 group  2 consumer  3 most to take  4 idle ms after which an entry is abandoned
-- Returns {index of the key, entry id, room id, data} per entry.
local group, consumer, left, idle = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local taken = {}

local function add(index, entry)
  local fields = entry[2]
  if fields then
    taken[#taken + 1] = { index, entry[1], fields[2], fields[4] }
    left = left - 1
  end
end

local function has_group(key)
  for _, info in ipairs(redis.call('XINFO', 'GROUPS', key)) do
    if info[2] == group then return true end
  end
  return false
end

for index, key in ipairs(KEYS) do
  if left <= 0 then break end
  if redis.call('XLEN', key) > 0 then
    if has_group(key) then
      local claim = redis.call('XAUTOCLAIM', key, group, consumer, idle, '0-0', 'COUNT', left)
      for _, entry in ipairs(claim[2]) do add(index, entry) end
    else
      redis.call('XGROUP', 'CREATE', key, group, '0')
    end
    if left > 0 then
      local news = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', left, 'STREAMS', key, '>')
      for _, entry in ipairs(news and news[1][2] or {}) do add(index, entry) end
    end
  end
end
return taken
