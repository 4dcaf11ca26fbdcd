#!lua
-- Claim leases that have run out. A claimed lease comes again after the hiding time.
-- KEYS  pairs of presence, generations    ARGV  1 now ms  2 most to claim  3 hiding time ms
-- Returns member, generation, member, generation, ...
local found, left = {}, tonumber(ARGV[2])
local again = string.format('%.0f', tonumber(ARGV[1]) + tonumber(ARGV[3]))
for i = 1, #KEYS, 2 do
  if left <= 0 then break end
  local over = redis.call('ZRANGEBYSCORE', KEYS[i], '-inf', ARGV[1], 'LIMIT', 0, left)
  left = left - #over
  for _, member in ipairs(over) do
    local generation = redis.call('HGET', KEYS[i + 1], member)
    if generation then
      redis.call('ZADD', KEYS[i], again, member)
      found[#found + 1] = member
      found[#found + 1] = generation
    else
      redis.call('ZREM', KEYS[i], member)
    end
  end
end
return found
