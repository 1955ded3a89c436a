/** @module Rate limits on messages per peer or session. */
import { TokenBucket } from '@longwire/protocol';
import type { RelayShared } from './relay-shared.ts';

/** A full bucket. */
export function createMessageBucket({ rate, clock }: Pick<RelayShared, 'rate' | 'clock'>): TokenBucket {
  return new TokenBucket(rate, clock.monotonic());
}

/** Full sets of announced tokens that a device may send in a row. */
const ANNOUNCED_SETS = 4;

/** A full bucket for announced tokens, with one per token that the service has to check. */
export function createAnnouncementBucket({
  limits,
  clock,
}: Pick<RelayShared, 'limits' | 'clock'>): TokenBucket {
  const capacity = limits.messageBurst + ANNOUNCED_SETS * limits.tokensPerDevice;
  return new TokenBucket({ capacity, refillPerSecond: limits.messagesPerSecond }, clock.monotonic());
}
