/** @module The code that a connection loads with the first listener for `stats` or `silence`. */
export { SilenceWatch } from '../silence/watch-silence.ts';
export { distilStats } from './distil-stats.ts';
