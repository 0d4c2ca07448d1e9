-- KEYS stream, meta, and one for each message that has a key
-- ARGV life, durable, kept, channel, size, age, keys, how, for each message whether it has a key, as in 0110, and the messages
-- Answers offset and epoch of the first message that was published, and for each whose key was known its number, from 1, and the offset
-- and epoch that the key has got. Those that were published have offsets without holes.
local channel, size, how, flags = ARGV[4], tonumber(ARGV[5]), ARGV[8], ARGV[9]
local offset, epoch, generation, now
local known, published, keyed, last = {}, {}, 2, 0

for i = 1, #flags do
  local message, key, first = ARGV[i + 9], nil, nil
  if string.byte(flags, i) == 49 then
    keyed = keyed + 1
    key = KEYS[keyed]
    first = redis.call('GET', key)
  end
  if first then
    local before, ofBefore = string.match(first, '^(%d+) (.*)$')
    known[#known + 1] = i
    known[#known + 1] = tonumber(before)
    known[#known + 1] = ofBefore
  else
    local position = '0 -'
    if size > 0 then
      if not epoch then
        last, epoch, generation = top(KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3])
        offset = last + 1
        now = millis()
      end
      last = last + 1
      local text = string.format('%.0f', last)
      redis.call('XADD', KEYS[1], generation .. '-' .. text, 't', now, 'm', message)
      position = text .. ' ' .. epoch
    end
    if key then redis.call('SET', key, position, 'PX', ARGV[7]) end
    published[#published + 1] = message
  end
end

if epoch then
  redis.call('XTRIM', KEYS[1], 'MAXLEN', size)
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  redis.call('HSET', KEYS[2], 'o', string.format('%.0f', last))
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
if #published > 0 then
  local head = string.format('%.0f %d %s ', offset or 0, #published, epoch or '-')
  local payload = head .. '[' .. table.concat(published, ',') .. ']'
  if how ~= 'one' then redis.call('SPUBLISH', channel, payload) end
  if how ~= 'shard' then redis.call('PUBLISH', channel, payload) end
end
return { offset or 0, epoch or '-', unpack(known) }
