-- KEYS stream, meta
-- ARGV life, durable, kept, age, offset or nothing, epoch, limit, bytes, direction
-- Answers offset and epoch of the top, offset before this epoch, offset of the oldest (0 for none), entries.
-- What comes after (direction forward or follow) or before (back) the offset; where the epoch is another one, all of this one for
-- follow, else from an end. The stream is read last, as who follows it is told when it changes from then on.
local stream, oldest = KEYS[1], millis() - tonumber(ARGV[4])
local offset, epoch, generation, base = top(stream, KEYS[2], ARGV[1], ARGV[2], ARGV[3])
local limit, bytes, direction = tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9]

local function number(id) return tonumber(string.match(id, '%-(%d+)$')) end
local function id(number) return generation .. '-' .. string.format('%.0f', number) end

local first, count = 0, 1
repeat
  local entries = redis.call('XRANGE', stream, '-', '+', 'COUNT', count)
  local old, gone = 0, 0
  for i, entry in ipairs(entries) do
    if tonumber(entry[2][2]) <= oldest then
      old = i
      gone = gone + #entry[2][4]
    else break end
  end
  if gone > 0 then redis.call('HINCRBY', KEYS[2], 's', -gone) end
  if old > 0 then redis.call('XTRIM', stream, 'MINID', id(number(entries[old][1]) + 1)) end
  if entries[old + 1] then first = number(entries[old + 1][1]) end
  local more = old > 0 and old == #entries
  count = 64
until not more

local entries = {}

-- As many as limit and bytes allow, but one at least.
local function collect(command, from, to)
  repeat
    local wanted = math.min(limit - #entries, 64)
    local some = redis.call(command, stream, from, to, 'COUNT', wanted)
    for _, entry in ipairs(some) do
      bytes = bytes - #entry[2][4]
      if bytes < 0 and #entries > 0 then return end
      entries[#entries + 1] = entry
      from = '(' .. entry[1]
    end
  until #some < wanted or #entries == limit
end

if limit > 0 then
  local at = ARGV[5] ~= '' and ARGV[6] == epoch and tonumber(ARGV[5])
  if direction == 'back' then
    local from = '+'
    if at then from = id(math.max(at - 1, 0)) end
    collect('XREVRANGE', from, '-')
  else
    local from = '-'
    if at then from = id(at + 1) elseif direction == 'follow' then from = id(base + 1) end
    collect('XRANGE', from, '+')
  end
end
return { offset, epoch, base, first, entries }
