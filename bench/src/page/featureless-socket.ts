/** @module A client without extensions, as in the field (PROTOCOL.md section 9): nothing is announced, so nothing is taken. */

function withoutFeatures(text: string): string {
  const message = JSON.parse(text);
  delete message.metadata?.features;
  return JSON.stringify(message);
}

/** For the option `WebSocket` of a connection. */
export class FeaturelessSocket extends WebSocket {
  override send(data: string | BufferSource | Blob): void {
    super.send(typeof data === 'string' ? withoutFeatures(data) : data);
  }
}
