/** @module One attachment of a test peer to the service, by docs/protocol/attachment.md and without the product's SDK. */
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  encodeAttachmentMessage,
  parseAttachmentMessage,
  type AttachmentMessage,
} from '@longwire/protocol';
import { WebSocket } from 'ws';
import { signJws, type Identity } from './identity.ts';

export interface AttachmentOptions {
  readonly serviceUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly identity: Identity;
  /** Whether it attaches again when its socket has closed, as often as needed. */
  readonly isLasting?: boolean;
  /** Called with the service's messages about sessions. */
  readonly onMessage: (message: AttachmentMessage) => void;
}

/** The sending end of an attachment. */
export interface Attachment {
  send(message: AttachmentMessage): void;
}

function attachToken(
  { identity, serviceUrl, productId, deviceId }: AttachmentOptions,
  nonce: string,
): string {
  const audience = new URL(serviceUrl).host;
  return signJws(identity, 'longwire-attach+jws', { attach: nonce, audience, productId, deviceId });
}

/** How long a lasting attachment waits before it tries again, in milliseconds. */
const RETRY_MS = 500;

/** Attaches once, and the peer ends with its socket; or, when lasting, again and again. */
export async function attach(options: AttachmentOptions): Promise<Attachment> {
  const { serviceUrl, productId, deviceId, isLasting = false } = options;
  const url = `${serviceUrl.replace(/^http/u, 'ws').replace(/\/$/u, '')}${ATTACHMENT_PATH}`;
  let socket: WebSocket;
  const send = (message: AttachmentMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(encodeAttachmentMessage(message));
  };
  const open = (resolve: (attachment: Attachment) => void, reject: (error: Error) => void): void => {
    socket = new WebSocket(url, ATTACHMENT_SUBPROTOCOL);
    socket.on('error', reject);
    socket.on('close', (code, reason) => {
      console.error(`attachment closed: ${code} ${reason.toString()}`);
      if (!isLasting) process.exit(code === 1012 ? 0 : 1);
      setTimeout(() => open(resolve, reject), RETRY_MS);
    });
    socket.on('open', () => send({ type: 'hello', productId, deviceId }));
    socket.on('message', (data: Buffer) => {
      const parsed = parseAttachmentMessage(data.toString('utf8'));
      if (!parsed.ok) throw new Error(`cannot parse the service's message: ${parsed.reason}`);
      const message = parsed.value;
      if (message.type === 'challenge') send({ type: 'prove', token: attachToken(options, message.nonce) });
      else if (message.type === 'attached') resolve({ send });
      else options.onMessage(message);
    });
  };
  return await new Promise(open);
}
