-- KEYS stream, meta, key or nothing
-- ARGV life, durable, kept, channel, message, size, age, keys, how
-- Answers 1 for a key that was known and 0 otherwise, offset, epoch.
local channel, message, size, how = ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[9]
if KEYS[3] then
  local first = redis.call('GET', KEYS[3])
  if first then
    local offset, epoch = string.match(first, '^(%d+) (.*)$')
    return { 1, tonumber(offset), epoch }
  end
end
local offset, epoch = 0, '-'
if size > 0 then
  local before, ofNow, generation = top(KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3])
  offset, epoch = before + 1, ofNow
  local text = string.format('%.0f', offset)
  redis.call('XADD', KEYS[1], 'MAXLEN', size, generation .. '-' .. text, 't', millis(), 'm', message)
  redis.call('PEXPIRE', KEYS[1], ARGV[7])
  redis.call('HSET', KEYS[2], 'o', text)
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
local position = string.format('%.0f', offset) .. ' ' .. epoch
if KEYS[3] then redis.call('SET', KEYS[3], position, 'PX', ARGV[8]) end
local payload = position .. ' ' .. message
if how ~= 'one' then redis.call('SPUBLISH', channel, payload) end
if how ~= 'shard' then redis.call('PUBLISH', channel, payload) end
return { 0, offset, epoch }
