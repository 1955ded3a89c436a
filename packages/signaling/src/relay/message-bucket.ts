/** @module How many messages one peer, or one session, may send. */
import { TokenBucket } from '@longwire/protocol';
import type { RelayPorts } from './relay-ports.ts';

/** A full bucket at the configured rate of messages. */
export function createMessageBucket({ limits, clock }: Pick<RelayPorts, 'limits' | 'clock'>): TokenBucket {
  const rate = { capacity: limits.messageBurst, refillPerSecond: limits.messagesPerSecond };
  return new TokenBucket(rate, clock.now());
}
