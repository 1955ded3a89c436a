/** @module The WebSockets of a page on the wire: the sub-protocols of each opening handshake, and the frames after it. */
import type { Page } from '@playwright/test';

/** One socket, as the browser's network stack reports it. */
export interface RecordedSocket {
  /** The Sec-WebSocket-Protocol line of its opening handshake, as sent. */
  readonly protocols: string;
  /** The types of the messages that it sent as frames, in order. */
  readonly sentTypes: number[];
}

/** Records from now on; the list grows as sockets are opened. */
export async function recordSockets(page: Page): Promise<readonly RecordedSocket[]> {
  const sockets: RecordedSocket[] = [];
  const byId = new Map<string, RecordedSocket>();
  const network = await page.context().newCDPSession(page);
  network.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, request }) => {
    const socket = { protocols: request.headers['Sec-WebSocket-Protocol'] ?? '', sentTypes: [] };
    sockets.push(socket);
    byId.set(requestId, socket);
  });
  network.on('Network.webSocketFrameSent', ({ requestId, response }) =>
    byId.get(requestId)?.sentTypes.push(Number(Reflect.get(JSON.parse(response.payloadData), 'type'))),
  );
  await network.send('Network.enable');
  return sockets;
}
