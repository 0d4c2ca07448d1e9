-- KEYS stream, meta, and one for each message that has a key
-- ARGV life, durable, kept, channel, size, age, keys, how; for each message whether it has a key, 1 or 0, and itself
-- Answers for each message 1 for a key that was known and 0 otherwise, offset, epoch.
local channel, size, how = ARGV[4], tonumber(ARGV[5]), ARGV[8]
local offset, epoch, generation, now
local answers, payloads, keyed = {}, {}, 2

for i = 9, #ARGV, 2 do
  local message, key, first = ARGV[i + 1], nil, nil
  if ARGV[i] == '1' then
    keyed = keyed + 1
    key = KEYS[keyed]
    first = redis.call('GET', key)
  end
  if first then
    local before, ofBefore = string.match(first, '^(%d+) (.*)$')
    answers[#answers + 1] = 1
    answers[#answers + 1] = tonumber(before)
    answers[#answers + 1] = ofBefore
  else
    local position = '0 -'
    if size > 0 then
      if not epoch then
        offset, epoch, generation = top(KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3])
        now = millis()
      end
      offset = offset + 1
      local text = string.format('%.0f', offset)
      redis.call('XADD', KEYS[1], generation .. '-' .. text, 't', now, 'm', message)
      position = text .. ' ' .. epoch
    end
    if key then redis.call('SET', key, position, 'PX', ARGV[7]) end
    payloads[#payloads + 1] = position .. ' ' .. message
    answers[#answers + 1] = 0
    answers[#answers + 1] = offset or 0
    answers[#answers + 1] = epoch or '-'
  end
end

if epoch then
  redis.call('XTRIM', KEYS[1], 'MAXLEN', size)
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  redis.call('HSET', KEYS[2], 'o', string.format('%.0f', offset))
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
for _, payload in ipairs(payloads) do
  if how ~= 'one' then redis.call('SPUBLISH', channel, payload) end
  if how ~= 'shard' then redis.call('PUBLISH', channel, payload) end
end
return answers
