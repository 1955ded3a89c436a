/** @module The native peer connections of a device, counted: the oracles expect none once all clients have left. */
import { PeerConnection as NativePeer } from 'node-datachannel';
import { report } from './report.ts';

/** Those that are open. */
const open = new Set<NativePeer>();

/** In place of the library's class (watch-requests.ts). */
export class PeerConnection extends NativePeer {
  constructor(...options: ConstructorParameters<typeof NativePeer>) {
    super(...options);
    open.add(this);
    report(`peers ${open.size}`);
  }

  override close(): void {
    super.close();
    open.delete(this);
    report(`peers ${open.size}`);
  }
}
