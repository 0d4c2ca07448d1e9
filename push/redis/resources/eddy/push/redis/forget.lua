-- KEYS stream, meta
-- ARGV life, durable, kept
-- What is kept goes; offset and epoch stay, and the next publication goes on from there.
redis.call('DEL', KEYS[1])
return 0
