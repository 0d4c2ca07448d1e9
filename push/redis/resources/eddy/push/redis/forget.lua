-- KEYS stream, meta
-- ARGV life, durable, kept
-- The stored publications are removed; offset and epoch stay, and the next publication continues from there.
redis.call('DEL', KEYS[1])
return 0
