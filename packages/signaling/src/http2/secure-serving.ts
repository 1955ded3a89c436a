/** @module The service's own TLS put together: certificate, servers, and what watches their HTTP/2 connections. */
import type { Server } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { EdgeError } from '@longwire/protocol';
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../config/limits.ts';
import type { RequestHandler, ServerSettings } from '../http/create-http.ts';
import type { Log } from '../log/log.ts';
import type { ConnectionGate } from '../request/connection-gate.ts';
import { CertificateFiles, type Certificate, type CertificatePaths } from './certificate-files.ts';
import { makeSecureServer } from './secure-server.ts';
import { SessionGuard } from './session-guard.ts';

/** What is there only when the rest of the service is. */
export interface SecureServingParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly connections: ConnectionGate;
  readonly handleConnect: (request: Http2ServerRequest) => void;
}

/** All servers of a service that end TLS: one, or one for each address of its host. */
export class SecureServing {
  readonly #files: CertificateFiles;
  readonly #replaceCertificate = new Set<(certificate: Certificate) => void>();
  #parts: SecureServingParts | undefined;

  private constructor(files: CertificateFiles) {
    this.#files = files;
  }

  /** @throws EdgeError ERR_CONFIG for a certificate that cannot be used. */
  static async load(paths: CertificatePaths): Promise<SecureServing> {
    return new SecureServing(await CertificateFiles.load(paths));
  }

  /** Makes a server that is not listening yet. */
  readonly makeServer = (handler: RequestHandler, http1: ServerSettings): Server => {
    const { server, replaceCertificate } = makeSecureServer({
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

  /** Before the first connection. */
  begin(parts: SecureServingParts): Disposable {
    this.#parts = parts;
    return this.#files.watch({
      ...parts,
      handleRenewed: (certificate) => {
        for (const replace of this.#replaceCertificate) replace(certificate);
      },
    });
  }

  /** Looks at the files of the certificate now. */
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
    throw new EdgeError('ERR_STATE', 'service expected to be put together before its first connection');
  }
}
