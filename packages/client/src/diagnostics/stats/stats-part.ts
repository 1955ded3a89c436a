/** @module What a connection loads when its statistics are first listened to. */
export { distilStats } from './distil-stats.ts';
