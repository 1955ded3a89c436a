/**
 * @module The atomic operations in Redis. Each node has a hash of its devices; a newer attachment removes the
 * older one from another node's hash.
 */
import { RedisScript } from './redis-script.ts';

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** How far an attach time may be in the future, in milliseconds: nodes only estimate the clock. */
const ESTIMATE_MS = 1_000;

/** Field of a node's hash that marks the node as registered; a device's name is never empty. */
const SELF = "''";

/**
 * Registers a node with an empty inbox and no devices. Keys: nodes, node, inbox; arguments: id, expiry.
 * Returns its time and all ids.
 */
export const REGISTER: RedisScript = new RedisScript(`${NOW}
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('HSET', KEYS[2], ${SELF}, now)
redis.call('XADD', KEYS[3], '*', 'start', ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 10)
return {now, redis.call('ZRANGE', KEYS[1], 0, -1)}`);

/**
 * Heartbeat; removes expired nodes and inbox entries that were read. A heartbeat in the future is from before the clock
 * was set back, and counts as one of now. Keys: nodes, node, inbox; arguments: id,
 * expiry, id of the entry read last. Returns 0 if the node is not registered, else 1, the number of its
 * devices, its time, and all ids.
 */
export const BEAT: RedisScript = new RedisScript(`${NOW}
if redis.call('EXISTS', KEYS[2], KEYS[3]) < 2 then return {0} end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
redis.call('XTRIM', KEYS[3], 'MINID', ARGV[3])
redis.call('ZADD', KEYS[1], now, ARGV[1])
for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
  redis.call('ZADD', KEYS[1], now, node)
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 10)
return {1, redis.call('HLEN', KEYS[2]) - 1, now, redis.call('ZRANGE', KEYS[1], 0, -1)}`);

/** Removes a node and its devices; its inbox remains. Keys: nodes, node; arguments: id. */
export const LEAVE: RedisScript = new RedisScript(`
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('DEL', KEYS[2])
return 1`);

/**
 * Updates the devices of one node. Keys: nodes, node; arguments: id, prefix of the nodes' keys, then three
 * per device: name, attachment (empty: detached), attach time. Returns 0 if the node is not registered, else
 * 1 and a flat list of fours: 'stale', name, attachment, '' if another node has a newer one; 'taken', name,
 * attachment, node for each older one of another node. The newest time wins, and of equal times the node whose
 * id is greater: in any order of calls, and repeating a call changes nothing. A time in the future is from before the
 * clock was set back, so it is older than all others.
 */
export const SYNC: RedisScript = new RedisScript(`${NOW}
local function rank(stamp)
  if stamp > now + ${ESTIMATE_MS} then return stamp - ${Number.MAX_SAFE_INTEGER} end
  return stamp
end
if redis.call('EXISTS', KEYS[2]) == 0 then return {0} end
local roster = redis.call('ZRANGE', KEYS[1], 0, -1)
local answer = {}
local function say(kind, name, attachment, extra)
  local size = #answer
  answer[size + 1], answer[size + 2], answer[size + 3], answer[size + 4] = kind, name, attachment, extra
end
for i = 3, #ARGV, 3 do
  local name, attachment, stamp = ARGV[i], ARGV[i + 1], rank(tonumber(ARGV[i + 2]))
  if attachment == '' then
    redis.call('HDEL', KEYS[2], name)
  else
    local isStale, others = false, {}
    for _, node in ipairs(roster) do
      local value = node ~= ARGV[1] and redis.call('HGET', ARGV[2] .. node, name)
      if value then
        local bar = string.find(value, '|', 1, true)
        local other = rank(tonumber(string.sub(value, 1, bar - 1)))
        isStale = isStale or other > stamp or (other == stamp and node > ARGV[1])
        others[#others + 1] = {node, string.sub(value, bar + 1)}
      end
    end
    if isStale then
      redis.call('HDEL', KEYS[2], name)
      say('stale', name, attachment, '')
    else
      redis.call('HSET', KEYS[2], name, ARGV[i + 2] .. '|' .. attachment)
      for _, other in ipairs(others) do
        redis.call('HDEL', ARGV[2] .. other[1], name)
        say('taken', name, other[2], other[1])
      end
    end
  end
end
return {1, answer}`);

/**
 * Finds a device. Keys: nodes; arguments: prefix of the nodes' keys, name. Returns the node and the
 * attachment, or nothing.
 */
export const LOCATE: RedisScript = new RedisScript(`
local newest, found = -1, {}
for _, node in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local value = redis.call('HGET', ARGV[1] .. node, ARGV[2])
  if value then
    local bar = string.find(value, '|', 1, true)
    local stamp = tonumber(string.sub(value, 1, bar - 1))
    if stamp > newest then newest, found = stamp, {node, string.sub(value, bar + 1)} end
  end
end
return found`);

/** Finds which devices are attached to any node. Keys: nodes; arguments: prefix of the nodes' keys, names. */
export const FIND_ATTACHED: RedisScript = new RedisScript(`
local found = {}
local names = {}
for i = 2, #ARGV do names[i - 1] = ARGV[i] end
for _, node in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  for i, value in ipairs(redis.call('HMGET', ARGV[1] .. node, unpack(names))) do
    if value then found[#found + 1] = names[i] end
  end
end
return found`);
