/** @module The service's own TLS: HTTP/2 for who asks for it, HTTP/1.1 for all others, on one port. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  createSecureServer,
  Http2ServerRequest,
  type Http2SecureServer,
  type ServerHttp2Session,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { noteAddress } from '../request/address.ts';
import type { Certificate } from './certificate-files.ts';
import { MAX_STREAMS } from './session-guard.ts';

/** Largest headers of a request, in bytes as HPACK counts them: as for HTTP/1.1. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Headers of a request. Reason: browsers send twenty. */
const MAX_HEADERS = 100;

/** Entries of a SETTINGS frame; HTTP/2 knows ten. */
const MAX_SETTINGS = 16;

/** Frames that break the rules, and streams that are refused, before the connection is ended. Reason: a mistake is none of so many. */
const MAX_FAULTS = 50;

/** What a server is made with. */
export interface SecureServerOptions {
  readonly certificate: Certificate;
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Settings of HTTP/1.1, by Node's names. */
  readonly http1: object;
  /** Time for a TLS handshake, in milliseconds. */
  readonly handshakeTimeoutMs: number;
  /** An HTTP/2 connection has begun on this TLS socket. */
  readonly handleSession: (session: ServerHttp2Session, socket: TLSSocket) => void;
  /** A CONNECT, which opens a WebSocket or is refused. */
  readonly handleConnect: (request: Http2ServerRequest) => void;
}

/** A server, and how it is given another certificate. */
export interface SecureServer {
  readonly server: Server;
  readonly replaceCertificate: (certificate: Certificate) => void;
}

/** Makes the server, not listening yet. */
export function makeSecureServer(options: SecureServerOptions): SecureServer {
  const { certificate, handler, http1, handshakeTimeoutMs } = options;
  const server = createSecureServer({
    ...http1,
    ...certificate,
    allowHTTP1: true,
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: handshakeTimeoutMs,
    maxHeaderListPairs: MAX_HEADERS,
    maxSettings: MAX_SETTINGS,
    maxSessionInvalidFrames: MAX_FAULTS,
    maxSessionRejectedStreams: MAX_FAULTS,
    settings: {
      enableConnectProtocol: true,
      maxConcurrentStreams: MAX_STREAMS,
      maxHeaderListSize: MAX_HEADER_BYTES,
    },
  });
  linkSessions(server, options.handleSession);
  // what answers faults of HTTP/1.1 would wait here for a handshake that never ends
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('connect', (request: Http2ServerRequest | IncomingMessage) => {
    // a proxy is what HTTP/1.1 means by it
    if (request instanceof Http2ServerRequest) options.handleConnect(settled(request));
    else request.socket.destroy();
  });
  const http = asHttpServer(server).on('request', (request, response) => {
    const given: object = request;
    if (given instanceof Http2ServerRequest) settled(given);
    handler(request, response);
  });
  return { server: http, replaceCertificate: (renewed) => server.setSecureContext({ ...renewed }) };
}

/** It has all that is used of a server for HTTP/1.1, and its requests and answers have what is used of those. */
function asHttpServer(server: object): Server {
  if (isHttpServer(server)) return server;
  throw new TypeError('server expected to answer requests, got another object');
}

function isHttpServer(server: object): server is Server {
  return 'listen' in server && 'headersTimeout' in server;
}

/** Node tells of a session while it tells of its TLS socket, and names only a stand-in for it. */
function linkSessions(server: Http2SecureServer, handle: SecureServerOptions['handleSession']): void {
  let latest: TLSSocket | undefined;
  server.prependListener('secureConnection', (socket) => (latest = socket));
  server.on('session', (session) => {
    if (latest !== undefined) handle(session, latest);
  });
}

/**
 * Notes what is asked for later, and names the host as HTTP/1.1 does, for all that asks for it (RFC 9113 section 8.3.1); a request with two different ones has none, and is
 * refused as HTTP/1.1's are.
 */
function settled(request: Http2ServerRequest): Http2ServerRequest {
  const { headers, authority } = request;
  if (headers.host !== undefined && headers.host !== authority) delete headers.host;
  else headers.host = authority;
  noteAddress(request);
  return request;
}
