#!lua
-- Remove an outbox entry. With a reason, move it to the dead stream.
-- KEYS  1 outbox  2 dead  3 failures    ARGV  1 group  2 entry id  3 room id  4 data  5 reason or ''
-- Returns 1 removed, 0 removed before.
if ARGV[5] ~= '' then
  if #redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2]) == 0 then return 0 end
  redis.call('XADD', KEYS[2], '*', 'r', ARGV[3], 'd', ARGV[4], 'why', ARGV[5])
end
redis.call('HDEL', KEYS[3], ARGV[2])
redis.pcall('XACK', KEYS[1], ARGV[1], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[2])
