/** @module A client without extensions, as deployed ones (PROTOCOL.md section 9): it announces none, so none is negotiated. */

function withoutFeatures(text: string): string {
  const message = JSON.parse(text);
  delete message.metadata?.features;
  return JSON.stringify(message);
}

/** Value of a connection's `WebSocket` option. */
export class FeaturelessSocket extends WebSocket {
  override send(data: string | BufferSource | Blob): void {
    super.send(typeof data === 'string' ? withoutFeatures(data) : data);
  }
}
