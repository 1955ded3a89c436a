/** @module Devices and clients of the service as far as signaling goes: they attach with real proofs, log in with real tokens, and do nothing else. */
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  encodeAttachmentMessage,
  encodeSignalingMessage,
  makeAttachmentToken,
  parseAttachmentMessage,
  parsePublicJwk,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
  type AttachmentMessage,
  type SigningKey,
} from '@longwire/protocol';
import { WireSocket, wireTarget, type WireEvents } from './wire-socket.ts';

/** The devices of a run: numbered devices of one product, all with the same key, so that no time goes into generating keys. */
export interface Fleet {
  readonly url: string;
  readonly productId: string;
  readonly devicePrefix: string;
  readonly key: JsonWebKey;
  /** Tokens that are each valid for every device; clients take turns. */
  readonly scts: readonly string[];
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The id of a numbered device. */
export function deviceName({ devicePrefix }: Pick<Fleet, 'devicePrefix'>, index: number): string {
  return `${devicePrefix}${index}`;
}

/** The key that all devices of a fleet sign with. */
export async function fleetKey({ key }: Pick<Fleet, 'key'>): Promise<SigningKey> {
  const privateKey = await crypto.subtle.importKey('jwk', key, P256, false, ['sign']);
  const sign = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data));
  return { jwk: parsePublicJwk({ kty: key.kty, crv: key.crv, x: key.x, y: key.y }), sign };
}

/** Events of a device's end besides the end of its socket. */
export interface DeviceEvents extends Pick<WireEvents, 'closed'> {
  readonly attached: () => void;
  /** A message, once attached. */
  readonly text: WireEvents['text'];
}

/** Attaches a device: hello, challenge, proof. */
export function openDevice(
  {
    fleet,
    key,
    index,
    localAddress,
  }: { fleet: Fleet; key: SigningKey; index: number; localAddress?: string },
  events: DeviceEvents,
): WireSocket {
  const { productId, url } = fleet;
  const deviceId = deviceName(fleet, index);
  let isAttached = false;
  const say = (message: AttachmentMessage): void => socket.sendText(encodeAttachmentMessage(message));
  const prove = async (nonce: string): Promise<void> => {
    const audience = new URL(url).host;
    say({ type: 'prove', token: await makeAttachmentToken({ nonce, audience, productId, deviceId, key }) });
  };
  const handleFirst = (text: string): void => {
    const message = parseAttachmentMessage(text);
    if (!message.ok) return socket.end();
    if (message.value.type === 'challenge') prove(message.value.nonce).catch(() => socket.end());
    if (message.value.type !== 'attached') return undefined;
    isAttached = true;
    return events.attached();
  };
  const socket = new WireSocket(
    { ...wireTarget(url, ATTACHMENT_PATH, ATTACHMENT_SUBPROTOCOL), localAddress },
    {
      open: () => say({ type: 'hello', productId, deviceId }),
      text: (payload) => (isAttached ? events.text(payload) : handleFirst(payload.toString())),
      closed: events.closed,
    },
  );
  return socket;
}

/** The first message of a client. */
export function loginText(fleet: Fleet, index: number): string {
  const sct = fleet.scts[index % fleet.scts.length] ?? '';
  return encodeSignalingMessage({
    kind: 'login',
    productId: fleet.productId,
    deviceId: deviceName(fleet, index),
    sct,
  });
}

/** Opens a client's socket and logs in; the first text is the answer. */
export function openClient(
  { fleet, index, localAddress }: { fleet: Fleet; index: number; localAddress?: string },
  events: Omit<WireEvents, 'open'>,
): WireSocket {
  const socket: WireSocket = new WireSocket(
    { ...wireTarget(fleet.url, SIGNALING_PATH, SIGNALING_SUBPROTOCOL), localAddress },
    { open: () => socket.sendText(loginText(fleet, index)), ...events },
  );
  return socket;
}
