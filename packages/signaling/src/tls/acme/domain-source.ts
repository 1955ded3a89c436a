/** @module The certificate source of a service with a public name. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SecureContext } from 'node:tls';
import type { CertificatePaths } from '../../http2/certificate-files.ts';
import { httpsOrigin, type CertificateSource, type RenewalParts } from '../certificate-source.ts';
import { StateDirectory } from '../state-directory.ts';
import type { DomainTls } from '../tls-options.ts';
import { DomainCertificate } from './domain-certificate.ts';
import { keepRenewed } from './keep-renewed.ts';
import { publicName } from './public-name.ts';

/** A public name with certificates of an ACME server. */
export class DomainSource implements CertificateSource {
  readonly certificate: CertificatePaths;
  readonly hostName: string;
  readonly #domain: DomainCertificate;

  private constructor(hostName: string, certificate: CertificatePaths, domain: DomainCertificate) {
    this.hostName = hostName;
    this.certificate = certificate;
    this.#domain = domain;
  }

  /** @throws EdgeError ERR_CONFIG for a name that can get no certificate, or unreadable files */
  static async open(options: DomainTls, nowMs: number): Promise<DomainSource> {
    const domain = publicName(options.domain);
    const directory = await StateDirectory.open(options.directory);
    const certificate = await DomainCertificate.open({ ...options, domain }, directory, nowMs);
    return new DomainSource(domain, directory.certificate, certificate);
  }

  origins(port: number): readonly string[] {
    return [httpsOrigin(this.hostName, port)];
  }

  /** Unknown before the service listens on any free port. */
  publicUrl(port: number): string | undefined {
    return port === 0 ? undefined : httpsOrigin(this.hostName, port);
  }

  challengeFor(serverName: string, protocols: readonly string[]): SecureContext | undefined {
    return this.#domain.challenges.contextFor(serverName, protocols);
  }

  /** Answers a challenge, or leads to https. */
  answerPlain({ url = '/', method }: IncomingMessage, response: ServerResponse, port: number): void {
    const answer = this.#domain.challenges.answerFor(url);
    if (answer !== undefined && method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(answer);
      return;
    }
    const path = url.startsWith('/') ? url : '/';
    response.writeHead(308, { location: `${httpsOrigin(this.hostName, port)}${path}` }).end();
  }

  begin({ clock, log, reload }: RenewalParts): Disposable {
    return keepRenewed({ certificate: this.#domain, domain: this.hostName, clock, log, reload });
  }
}
