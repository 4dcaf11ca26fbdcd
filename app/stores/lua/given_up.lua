#!lua
-- Read entries of the dead streams.
-- KEYS  dead streams    ARGV  1 most to read  2… per key the id after which to read
-- Returns {index of the key, entry id, room id, data, reason} per entry.
local left, found = tonumber(ARGV[1]), {}
for index, key in ipairs(KEYS) do
  if left <= 0 then break end
  for _, entry in ipairs(redis.call('XRANGE', key, '(' .. ARGV[index + 1], '+', 'COUNT', left)) do
    local fields = entry[2]
    found[#found + 1] = { index, entry[1], fields[2], fields[4], fields[6] }
    left = left - 1
  end
end
return found
