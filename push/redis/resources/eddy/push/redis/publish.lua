-- KEYS stream, meta, and one for each message that has a key
-- ARGV life, durable, kept, channel, size, age, keys, how, for each message whether it has a key, as in
-- 0110, bytes, and the messages
-- Answers offset and epoch of the first message that was published, and for each whose key was known its number, from 1, and the offset
-- and epoch that the key has got. Those that were published have offsets without holes.
local channel, size, how, flags = ARGV[4], tonumber(ARGV[5]), ARGV[8], ARGV[9]
local offset, epoch, generation, now
local known, published, keyed, last = {}, {}, 2, 0
local most, added = tonumber(ARGV[10]), 0

for i = 1, #flags do
  local message, key, first = ARGV[i + 10], nil, nil
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
      added = added + #message
      position = text .. ' ' .. epoch
    end
    if key then redis.call('SET', key, position, 'PX', ARGV[7]) end
    published[#published + 1] = message
  end
end

if epoch then
  local length = redis.call('XLEN', KEYS[1])
  local held = added
  -- else it was gone, and nothing of it is counted any more
  if length > #published then held = held + tonumber(redis.call('HGET', KEYS[2], 's') or '0') end
  local count = length - size
  while count > 0 or held > most and length > 1 do
    local wanted = 64
    if count > 0 then wanted = math.min(count, 64) end
    local dropped = 0
    for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', wanted)) do
      if dropped >= count and (held <= most or dropped >= length - 1) then break end
      held = held - #entry[2][4]
      dropped = dropped + 1
    end
    if dropped == 0 then break end
    length = length - dropped
    count = length - size
    redis.call('XTRIM', KEYS[1], 'MAXLEN', length)
  end
  redis.call('HSET', KEYS[2], 's', string.format('%.0f', math.max(held, 0)))
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
