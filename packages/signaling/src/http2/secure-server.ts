/** @module Server with TLS: HTTP/2 and HTTP/1.1 on one port, chosen by ALPN. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  createSecureServer,
  Http2ServerRequest,
  type Http2SecureServer,
  type ServerHttp2Session,
} from 'node:http2';
import { TLSSocket, type SecureContext } from 'node:tls';
import { noteAddress } from '../request/address.ts';
import type { Certificate } from './certificate-files.ts';
import { MAX_STREAMS } from './session-guard.ts';

/** Largest request headers, in bytes as HPACK counts them: the same as for HTTP/1.1. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Most headers of a request. Reason: browsers send twenty. */
const MAX_HEADERS = 100;

/** Most entries of a SETTINGS frame; HTTP/2 defines ten. */
const MAX_SETTINGS = 16;

/** Invalid frames and refused streams after which the connection ends. Reason: that many are no accident. */
const MAX_FAULTS = 50;

/** Options of {@link makeSecureServer}. */
export interface SecureServerOptions {
  readonly certificate: Certificate;
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Settings of HTTP/1.1, with Node's names. */
  readonly http1: object;
  /** Whether only HTTP/1.1 is spoken; by default HTTP/2 is preferred. */
  readonly isOnlyHttp1?: boolean;
  /** Time for a TLS handshake, in milliseconds. */
  readonly handshakeTimeoutMs: number;
  /** Called when an HTTP/2 connection begins on a TLS socket. */
  readonly handleSession: (session: ServerHttp2Session, socket: TLSSocket) => void;
  /** The certificate that answers an ACME server's challenge within the handshake (RFC 8737). */
  readonly challengeFor?: ChallengeFor | undefined;
  /** Handles a CONNECT, which opens a WebSocket or is refused. */
  readonly handleConnect: (request: Http2ServerRequest) => void;
}

/** Returns the certificate of a challenge for a server name and the client's protocols. */
export type ChallengeFor = (serverName: string, protocols: readonly string[]) => SecureContext | undefined;

/** A server whose certificate can be replaced. */
export interface SecureServer {
  readonly server: Server;
  readonly replaceCertificate: (certificate: Certificate) => void;
}

/** Protocols of the service, the preferred one first. */
const PROTOCOLS = ['h2', 'http/1.1'];
const ONLY_HTTP1 = ['http/1.1'];

/** Creates the server without listening. */
export function makeSecureServer(options: SecureServerOptions): SecureServer {
  const { certificate, handler, http1, handshakeTimeoutMs } = options;
  const server = createSecureServer({
    ...http1,
    ...certificate,
    allowHTTP1: true,
    ...protocolsOf(options.isOnlyHttp1 === true ? ONLY_HTTP1 : PROTOCOLS, options.challengeFor),
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
  // the HTTP/1.1 error handler would wait for a handshake that never completes
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  // the handshake was all that an ACME server wanted
  server.on('unknownProtocol', (socket) => socket.destroy());
  server.on('connect', (request: Http2ServerRequest | IncomingMessage) => {
    // in HTTP/1.1 a CONNECT is for a proxy
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

/**
 * By a callback, because Node replaces a list by its own. Node calls it on the socket, which then may show another
 * certificate.
 */
function protocolsOf(protocols: readonly string[], challengeFor: ChallengeFor | undefined): object {
  return {
    ALPNCallback(this: unknown, hello: { servername: string; protocols: string[] }): string | undefined {
      const context = challengeFor?.(hello.servername, hello.protocols);
      if (context === undefined || !(this instanceof TLSSocket))
        return protocols.find((name) => hello.protocols.includes(name));
      this.setKeyCert(context);
      return hello.protocols[0];
    },
  };
}

/**
 * Http2SecureServer has all members of an HTTP/1.1 server in use here, and so have its requests and
 * responses.
 */
function asHttpServer(server: object): Server {
  if (isHttpServer(server)) return server;
  throw new TypeError('not an HTTP server');
}

function isHttpServer(server: object): server is Server {
  return 'listen' in server && 'headersTimeout' in server;
}

/** Node emits the session during the TLS socket's event, with only a proxy object for the socket. */
function linkSessions(server: Http2SecureServer, handle: SecureServerOptions['handleSession']): void {
  let latest: TLSSocket | undefined;
  server.prependListener('secureConnection', (socket) => (latest = socket));
  server.on('session', (session) => {
    if (latest !== undefined) handle(session, latest);
  });
}

/**
 * Records fields that are read later, and sets Host as in HTTP/1.1 (RFC 9113 section 8.3.1); a request with
 * two different hosts gets none and is refused like in HTTP/1.1.
 */
function settled(request: Http2ServerRequest): Http2ServerRequest {
  const { headers, authority } = request;
  if (headers.host !== undefined && headers.host !== authority) delete headers.host;
  else headers.host = authority;
  noteAddress(request);
  return request;
}
