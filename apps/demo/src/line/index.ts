/** @module A line that is long, narrow or lossy, simulated in user space: used by the demo, the end-to-end tests and the measurements. */
export {
  linesOf,
  type CableLines,
  type CableQualities,
  type CableQuality,
  type Direction,
} from './delay-cable.ts';
export { systemDelayClock } from './delay-clock.ts';
export { DelayedDatagrams, LOOPBACK, type Endpoint } from './delay-datagrams.ts';
export { DelayLine, type LineQuality } from './delay-line.ts';
export { RateQueue } from './delay-rate.ts';
export { moveCandidates, NOWHERE } from './move-candidates.ts';
