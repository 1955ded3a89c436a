/** @module What a source with several levels follows for one viewer. */
import type { BandwidthEstimate } from '../bandwidth/bandwidth-estimate.ts';
import type { QualityControl } from './quality-control.ts';

/** One viewer's network, and what it wants of the track. */
export interface ViewerLine {
  readonly bandwidth: BandwidthEstimate;
  readonly quality: QualityControl;
  /** Sets the rate that the source would use next, in bit/s: only up to the sum of these the network is tried. */
  want(bitsPerSecond: number): void;
}
