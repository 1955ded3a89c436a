/** @module One cell of the grid: what is between browser and device, and the path that is expected of it. */
import type { Family } from './nat-networks.ts';
import type { Side } from './router-rules.ts';

/** What the path uses: addresses of the machines, of a NAT, or a relay; `none` if there is none and the client says so. */
export type Path = 'host' | 'srflx' | 'relay' | 'none';

/** A pair of sides. */
export interface Cell {
  readonly title: string;
  readonly family: Family;
  readonly browser: Side;
  /** The device's side; or it is behind the browser's router, in the second network there. */
  readonly device: Side | 'neighbour';
  readonly path: Path;
  /** How the browser reaches the relay, where it matters. */
  readonly relayProtocol?: 'tcp' | 'tls';
}
