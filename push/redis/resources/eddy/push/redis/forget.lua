-- KEYS stream, meta
-- ARGV life, durable, kept
local now = clock()
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[2], 'o', 0, 'e', now, 'g', now, 'b', 0, 'r', life())
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 0
