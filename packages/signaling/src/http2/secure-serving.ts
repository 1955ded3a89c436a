/** @module Serving over TLS: certificate, servers, and guards of their HTTP/2 connections. */
import type { Server } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { EdgeError } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import type { RequestHandler, ServerSettings } from '../http/create-http.ts';
import type { Log } from '../log/log.ts';
import type { ConnectionGate } from '../request/connection-gate.ts';
import { CertificateFiles, type Certificate, type CertificatePaths } from './certificate-files.ts';
import { makeSecureServer, type ChallengeFor } from './secure-server.ts';
import { SessionGuard } from './session-guard.ts';

/** Components that exist only after the rest of the service. */
export interface SecureServingParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly connections: ConnectionGate;
  readonly handleConnect: (request: Http2ServerRequest) => void;
}

/** Options of {@link SecureServing.load}. */
export interface SecureServingOptions {
  readonly certificate: CertificatePaths;
  readonly challengeFor?: ChallengeFor | undefined;
  /** Whether only HTTP/1.1 is spoken. */
  readonly isOnlyHttp1?: boolean;
}

/** All TLS servers of a service: one per address of its host. */
export class SecureServing {
  readonly #files: CertificateFiles;
  readonly #options: SecureServingOptions;
  readonly #replaceCertificate = new Set<(certificate: Certificate) => void>();
  #parts: SecureServingParts | undefined;

  private constructor(files: CertificateFiles, options: SecureServingOptions) {
    this.#files = files;
    this.#options = options;
  }

  /** @throws EdgeError ERR_CONFIG for an unusable certificate */
  static async load(options: SecureServingOptions): Promise<SecureServing> {
    return new SecureServing(await CertificateFiles.load(options.certificate), options);
  }

  /** Creates a server without listening. */
  readonly makeServer = (handler: RequestHandler, http1: ServerSettings): Server => {
    const { server, replaceCertificate } = makeSecureServer({
      ...this.#options,
      certificate: this.#files.current,
      handler,
      http1,
      handshakeTimeoutMs: http1.headersTimeout,
      handleSession: (session, socket) => this.#handleSession(session, socket),
      handleConnect: (request) => this.#begun().handleConnect(request),
    });
    this.#replaceCertificate.add(replaceCertificate);
    return server;
  };

  /** Has to be called before the first connection. */
  begin(parts: SecureServingParts): Disposable {
    this.#parts = parts;
    return this.#files.watch({
      ...parts,
      handleRenewed: (certificate) => {
        for (const replace of this.#replaceCertificate) replace(certificate);
      },
    });
  }

  /** Reloads the certificate files now. */
  async renew(): Promise<void> {
    await this.#files.reload();
  }

  #handleSession(session: ServerHttp2Session, socket: TLSSocket): void {
    const { connections, ...parts } = this.#begun();
    void new SessionGuard({ ...parts, session });
    session.on('stream', (stream) => connections.handleWork(socket, stream));
  }

  #begun(): SecureServingParts {
    if (this.#parts !== undefined) return this.#parts;
    throw new EdgeError('ERR_STATE', 'a connection arrived before the service was ready');
  }
}
