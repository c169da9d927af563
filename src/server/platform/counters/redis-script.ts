/** How long what the table said is believed, in ms: the net under a call of `forget` that did not get through. */
const TRUST_MS = 15_000;

/** Leases outlive their day by one, in seconds. */
const KEEP_S = 172_800;

/**
 * Puts a block in, if there is one, and takes a cost: the same steps as in memory.
 * KEYS: the lease. ARGV: cost, limit, amount, reserved (-1: the table was not asked), turn.
 * Answers ok, left, reserved (-1: not known), turn.
 */
export const SPEND = `
local cost, limit, amount, told = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local held = redis.call('HMGET', KEYS[1], 'left', 'reserved', 'until', 'turn')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left, turn = tonumber(held[1] or '0'), tonumber(held[4] or '0')
local reserved = held[2] and tonumber(held[3]) > now and tonumber(held[2]) or nil
if told >= 0 then
  left = left + amount
  redis.call('HSET', KEYS[1], 'left', left)
  if tonumber(ARGV[5]) == turn then
    if not reserved then
      redis.call('HSET', KEYS[1], 'reserved', told, 'until', string.format('%.0f', now + ${TRUST_MS}))
      reserved = told
    elseif told > reserved then
      redis.call('HSET', KEYS[1], 'reserved', told)
      reserved = told
    end
  end
  redis.call('EXPIRE', KEYS[1], ${KEEP_S})
end
local ok = 0
if reserved and left >= cost and reserved - left + cost <= limit then
  ok = 1
  left = left - cost
  if cost > 0 then redis.call('HSET', KEYS[1], 'left', left) end
end
return {ok, left, reserved or -1, turn}
`;

/** Forgets what the table said. KEYS: the lease. */
export const FORGET = `
redis.call('HINCRBY', KEYS[1], 'turn', 1)
redis.call('HDEL', KEYS[1], 'reserved')
redis.call('EXPIRE', KEYS[1], ${KEEP_S})
return 1
`;
