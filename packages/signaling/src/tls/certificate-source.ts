/** @module Where a certificate comes from that the service gets or makes itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SecureContext } from 'node:tls';
import type { Clock } from '@longwire/protocol';
import type { CertificatePaths } from '../http2/certificate-files.ts';
import type { Log } from '../log/log.ts';

/** What renewals need of the running service. */
export interface RenewalParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Loads the files again. */
  readonly reload: () => Promise<void>;
}

/** The service's own authority, which browsers trust only after it was installed. */
export interface AuthorityFile {
  /** PEM file with the certificate. */
  readonly file: string;
  /** SHA-256 of the certificate as browsers show it: `AB:CD:…`. */
  readonly fingerprint: string;
}

/** A source of certificates. */
export interface CertificateSource {
  readonly certificate: CertificatePaths;
  /** The host name that the certificate is for. */
  readonly hostName: string;
  readonly authority?: AuthorityFile;
  /** Origins under which browsers of the network open the console, for an https port. */
  origins(port: number): readonly string[];
  /** The public URL that follows from the options; undefined if there is none. */
  publicUrl(port: number): string | undefined;
  /** Answers requests on the https port that are for the source; returns false and leaves others alone. */
  answerProbe?(request: IncomingMessage, response: ServerResponse): boolean;
  /** The certificate that answers a challenge of an ACME server within the handshake (RFC 8737). */
  challengeFor?(serverName: string, protocols: readonly string[]): SecureContext | undefined;
  /** Answers a request on the plain port, for a service with this https port. */
  answerPlain(request: IncomingMessage, response: ServerResponse, port: number): void;
  /** Keeps the certificate up to date until disposed. */
  begin(parts: RenewalParts): Disposable;
}

/** An origin without the default port. */
export function httpsOrigin(host: string, port: number): string {
  return `https://${host}${port === 443 ? '' : `:${port}`}`;
}
