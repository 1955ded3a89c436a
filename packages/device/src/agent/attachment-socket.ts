/** @module The part of a WebSocket that an attachment uses, and how ws opens it. */
import { isIPv6, type LookupFunction } from 'node:net';
import { rootCertificates, type SecureContextOptions } from 'node:tls';
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  MAX_ATTACHMENT_TEXT_LENGTH,
  serviceUrl,
} from '@longwire/protocol';
import { WebSocket } from 'ws';

/** Callbacks of a socket. */
export interface AttachmentSocketEvents {
  readonly open: () => void;
  readonly text: (text: string) => void;
  /** The service sent a ping. */
  readonly ping: () => void;
  /** Called last; the code is 1006 when there was no connection or it broke. */
  readonly closed: (code: number, reason: string) => void;
}

/** An open, or opening, socket. */
export interface AttachmentSocket {
  send(text: string): void;
  close(code: number): void;
  /** Closes it without waiting for the other side. */
  terminate(): void;
}

/** Opens a socket to a service. @throws EdgeError ERR_SIGNALING_URL */
export type OpenSocket = (service: string, events: AttachmentSocketEvents) => AttachmentSocket;

/** Longest wait for the TCP, TLS and WebSocket handshakes, in milliseconds. */
const HANDSHAKE_TIMEOUT_MS = 15_000;

/** How a service is reached that runs on the same machine: its public name may lead elsewhere from here. */
export interface ServiceRoute {
  /** The IP address of the service, instead of those that its name resolves to. */
  readonly serviceIp?: string;
  /** Certificates in PEM that are trusted besides those of public authorities. */
  readonly serviceAuthority?: string;
}

/** Resolves every name to one address. */
function lookupOf(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_name, { all = false }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

/** What Node needs to know of a route. */
interface ConnectionOptions extends Pick<SecureContextOptions, 'ca' | 'allowPartialTrustChain'> {
  readonly lookup?: LookupFunction;
}

/** The options of a connection to a service on this route. */
export function connectionOptions({ serviceIp, serviceAuthority }: ServiceRoute): ConnectionOptions {
  return {
    ...(serviceIp === undefined ? {} : { lookup: lookupOf(serviceIp) }),
    // The chain of a service may end at its own certificate.
    ...(serviceAuthority === undefined
      ? {}
      : { ca: [...rootCertificates, serviceAuthority], allowPartialTrustChain: true }),
  };
}

/** Returns a function that opens sockets with ws. */
export function webSocketOpener(route: ServiceRoute = {}): OpenSocket {
  const options = connectionOptions(route);
  return (service, events) => openSocket(service, events, options);
}

function openSocket(
  service: string,
  events: AttachmentSocketEvents,
  route: ConnectionOptions,
): AttachmentSocket {
  const socket = new WebSocket(serviceUrl(service, ATTACHMENT_PATH), ATTACHMENT_SUBPROTOCOL, {
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_ATTACHMENT_TEXT_LENGTH,
    perMessageDeflate: false,
    ...route,
  });
  let failure = '';
  socket.on('open', events.open);
  socket.on('ping', events.ping);
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) events.text(data.toString('utf8'));
  });
  socket.on('error', (error) => {
    failure = error.message;
  });
  socket.on('close', (code, reason) => events.closed(code, reason.toString('utf8') || failure));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  };
}
