-- Stands before every script. The top of a channel's history, in the hash `meta`:
--   o offset of the newest   e epoch   b offset before the first of this epoch
--   g first part of the ids in the stream: an id is g-offset
--   s bytes of the messages in the stream, about
--   r which life of Redis gave the last offset (its replication id)

-- In microseconds since 1970, as text: exact, and above what an earlier life has given.
local function clock()
  local t = redis.call('TIME')
  return t[1] .. string.format('%06d', t[2])
end

local function millis()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

-- What `life` said when it was asked last; it changes with every restart and with every promotion of a replica.
local function life()
  return string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)')
end

-- In milliseconds: so long after it was looked at a channel is known to which nothing was published, as anybody may make any number of them.
-- Nodes look at those that they are interested in more often.
local UNPUBLISHED = 600000

-- offset, epoch, id's first part, offset before the epoch. Begins another epoch where an offset might be given twice:
-- a Redis that was away may have lost the newest ones.
local function top(stream, meta, known, durable, kept)
  local m = redis.call('HMGET', meta, 'o', 'e', 'g', 'b', 'r')
  if not (m[1] and m[2] and m[3] and m[4]) then
    local now = clock()
    redis.call('DEL', stream)
    redis.call('HSET', meta, 'o', 0, 'e', now, 'g', now, 'b', 0, 'r', life())
    redis.call('PEXPIRE', meta, math.min(tonumber(kept), UNPUBLISHED))
    return 0, now, now, 0
  end
  if m[5] ~= known then
    local now = life()
    if m[5] ~= now then
      if durable == '0' then
        m[2] = clock()
        m[4] = m[1]
      end
      redis.call('HSET', meta, 'e', m[2], 'b', m[4], 'r', now)
    end
  end
  if m[1] == '0' then redis.call('PEXPIRE', meta, math.min(tonumber(kept), UNPUBLISHED)) end
  return tonumber(m[1]), m[2], m[3], tonumber(m[4])
end
