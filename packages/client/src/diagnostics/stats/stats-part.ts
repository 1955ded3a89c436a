/** @module What a connection loads when its statistics, or its silence, are first listened to. */
export { SilenceWatch } from '../silence/watch-silence.ts';
export { distilStats } from './distil-stats.ts';
