/** @module An estimate that nothing changes, for tests of what needs one. */
import { silentLogger } from '@longwire/protocol';
import { BandwidthEstimate, DEFAULT_CEILING } from './bandwidth-estimate.ts';

/** Creates an estimate without feedback. */
export function createEstimate(bitsPerSecond: number = DEFAULT_CEILING): BandwidthEstimate {
  const estimate = { bitsPerSecond, videoBitsPerSecond: bitsPerSecond, reason: 'no-feedback' } as const;
  return new BandwidthEstimate(estimate, silentLogger);
}
