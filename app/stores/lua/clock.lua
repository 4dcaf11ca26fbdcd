#!lua
-- Read the clock of the tables, and note until when the caller has followed it.
-- KEYS  1 clock    ARGV  1 time of the tables (ms) until which the caller has followed it, or ''
-- Returns seconds and microseconds of the server, how far the tables are ahead of it (ms), and the latest
-- time that any process has followed, or ''.
local followed = tonumber(ARGV[1])
local last = tonumber(redis.call('HGET', KEYS[1], 'followed') or '')
if followed and (not last or followed > last) then
  redis.call('HSET', KEYS[1], 'followed', ARGV[1])
end
local time = redis.call('TIME')
return { time[1], time[2], redis.call('HGET', KEYS[1], 'ahead') or '0', last and string.format('%.0f', last) or '' }
