/** @module Connection to a STUN or TURN server over UDP, TCP or TLS. */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { onAbort, STUN_HEADER_BYTES } from '@longwire/protocol';

/** Address of a server, parsed from its URL. */
export interface StunTarget {
  readonly kind: 'stun' | 'turn';
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
}

/** An open connection. */
export interface StunLink extends Disposable {
  send(bytes: Uint8Array): void;
  /** Whole messages in order of arrival; the iteration throws when the connection breaks. */
  messages(): AsyncIterable<Buffer>;
}

const STUN_URL = /^(stuns?|turns?):(?:\[([0-9a-f:.]+)\]|([^:?[\]]+))(?::(\d+))?(?:\?transport=(udp|tcp))?$/iu;

/** Parses the URL of an ICE server (RFC 7064, RFC 7065); undefined if it is invalid. */
export function parseStunUrl(url: string): StunTarget | undefined {
  const [, scheme = '', ipv6, name, port, transport] = STUN_URL.exec(url) ?? [];
  const host = ipv6 ?? name;
  if (host === undefined) return undefined;
  const isTls = scheme.toLowerCase().endsWith('s');
  return {
    kind: scheme.toLowerCase().startsWith('turn') ? 'turn' : 'stun',
    transport: isTls ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp',
    host,
    port: port === undefined ? (isTls ? 5349 : 3478) : Number(port),
  };
}

/** Connects. @throws Error of the system or of TLS */
export async function openStunLink(target: StunTarget, signal: AbortSignal): Promise<StunLink> {
  return target.transport === 'udp' ? await openUdp(target, signal) : await openStream(target, signal);
}

async function openUdp({ host, port }: StunTarget, signal: AbortSignal): Promise<StunLink> {
  const { address, family } = await lookup(host);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  // Readers of messages get the error as well; an error event without a listener would end the process.
  socket.on('error', () => undefined);
  // Connected, so that a closed port causes an error instead of silence.
  socket.connect(port, address);
  await once(socket, 'connect', { signal });
  return {
    send: (bytes) => socket.send(bytes),
    async *messages() {
      for (;;) {
        const [bytes] = await once(socket, 'message', { signal });
        if (bytes instanceof Buffer) yield bytes;
      }
    },
    [Symbol.dispose]: () => void socket.close(),
  };
}

async function openStream({ transport, host, port }: StunTarget, signal: AbortSignal): Promise<StunLink> {
  const socket: Socket =
    transport === 'tls'
      ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectTcp({ host, port });
  socket.on('error', () => undefined);
  socket.once(
    'close',
    onAbort(signal, () => socket.destroy(abortError(signal))),
  );
  try {
    await once(socket, transport === 'tls' ? 'secureConnect' : 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    send: (bytes) => void socket.write(bytes),
    messages: () => framed(socket),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}

/** Splits a stream into messages by the length in each header. */
async function* framed(socket: Socket): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const bytes of socket) {
    if (bytes instanceof Buffer) rest = Buffer.concat([rest, bytes]);
    while (rest.length >= STUN_HEADER_BYTES && rest.length >= STUN_HEADER_BYTES + rest.readUInt16BE(2)) {
      const length = STUN_HEADER_BYTES + rest.readUInt16BE(2);
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  throw new Error('the server ended the connection');
}
