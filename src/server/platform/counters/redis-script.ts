/** How long what the table said is believed, in ms: the net under a call of `forget` that did not get through. */
const TRUST_MS = 15_000;

/** Leases outlive their day by one, in seconds. */
const KEEP_S = 172_800;

/**
 * Puts a block in, if there is one, and takes costs one after the other: the same steps as in memory.
 * KEYS: the lease. ARGV: limit, amount, reserved (-1: the table was not asked), turn, and each cost.
 * Answers reserved (-1: not known), turn, what is left after all, and of each cost 1 where it was taken, else 0.
 */
export const SPEND = `
local limit, amount, told = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local held = redis.call('HMGET', KEYS[1], 'left', 'reserved', 'until', 'turn')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before, turn = tonumber(held[1] or '0'), tonumber(held[4] or '0')
local left = before
local reserved = held[2] and tonumber(held[3]) > now and tonumber(held[2]) or nil
if told >= 0 then
  left = left + amount
  if tonumber(ARGV[4]) == turn then
    if not reserved then
      redis.call('HSET', KEYS[1], 'reserved', told, 'until', string.format('%.0f', now + ${TRUST_MS}))
      reserved = told
    elseif told > reserved then
      redis.call('HSET', KEYS[1], 'reserved', told)
      reserved = told
    end
  end
end
local answer = {reserved or -1, turn, 0}
for at = 5, #ARGV do
  local cost = tonumber(ARGV[at])
  local ok = reserved and left >= cost and reserved - left + cost <= limit
  if ok then left = left - cost end
  answer[at - 1] = ok and 1 or 0
end
if left ~= before then redis.call('HSET', KEYS[1], 'left', left) end
if told >= 0 then redis.call('EXPIRE', KEYS[1], ${KEEP_S}) end
answer[3] = left
return answer
`;

/** Forgets what the table said. KEYS: the lease. */
export const FORGET = `
redis.call('HINCRBY', KEYS[1], 'turn', 1)
redis.call('HDEL', KEYS[1], 'reserved')
redis.call('EXPIRE', KEYS[1], ${KEEP_S})
return 1
`;
