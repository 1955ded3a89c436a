/** @module The certificate source of a service without a public name. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { Disposables, every } from '@longwire/protocol';
import type { CertificatePaths } from '../../http2/certificate-files.ts';
import { errorFields } from '../../log/log.ts';
import {
  httpsOrigin,
  type AuthorityFile,
  type CertificateSource,
  type RenewalParts,
} from '../certificate-source.ts';
import { StateDirectory } from '../state-directory.ts';
import type { LocalTls } from '../tls-options.ts';
import { AUTHORITY_FILE } from './authority.ts';
import { LocalCertificate } from './local-certificate.ts';
import { localHostName } from './local-names.ts';
import { NameAnnouncer } from './name-announcer.ts';
import { answerTrustProbe, answerTrustSite } from './trust-site.ts';

/** Interval of checks for other addresses and an aging certificate, in milliseconds. */
const LOOK_INTERVAL_MS = 30_000;

/** An authority of the service's own, and its certificate for this host. */
export class LocalSource implements CertificateSource {
  readonly certificate: CertificatePaths;
  readonly authority: AuthorityFile;
  readonly #local: LocalCertificate;
  readonly #isAnnounced: boolean;

  private constructor(local: LocalCertificate, directory: StateDirectory, isAnnounced: boolean) {
    this.certificate = directory.certificate;
    this.authority = { file: directory.pathOf(AUTHORITY_FILE), fingerprint: local.authority.fingerprint };
    this.#local = local;
    this.#isAnnounced = isAnnounced;
  }

  /** Makes what is missing in the directory. @throws EdgeError ERR_CONFIG */
  static async open(options: LocalTls, nowMs: number): Promise<LocalSource> {
    const hostName = localHostName(options.local);
    const directory = await StateDirectory.open(options.directory);
    const local = await LocalCertificate.open(directory, hostName, nowMs);
    return new LocalSource(local, directory, options.isAnnounced ?? true);
  }

  get hostName(): string {
    return this.#local.hostName;
  }

  origins(port: number): readonly string[] {
    const hosts = [this.hostName, ...this.#local.addresses.map(urlHost)];
    return hosts.map((host) => httpsOrigin(host, port));
  }

  /** Browsers and devices come by several names. */
  publicUrl(): undefined {
    return undefined;
  }

  answerProbe(request: IncomingMessage, response: ServerResponse): boolean {
    return answerTrustProbe(request, response);
  }

  answerPlain(request: IncomingMessage, response: ServerResponse, port: number): void {
    const { authority } = this.#local;
    const own = ['localhost', '127.0.0.1'].map((host) => httpsOrigin(host, port));
    const origins = [...this.origins(port), ...own];
    answerTrustSite(request, response, { authority, hostName: this.hostName, origins });
  }

  begin({ clock, log, reload }: RenewalParts): Disposable {
    const announcer = this.#isAnnounced
      ? new NameAnnouncer({ hostName: this.hostName, clock, log })
      : undefined;
    let announced: string | undefined;
    const announce = (): void => {
      const { addresses } = this.#local;
      if (announced === addresses.join()) return;
      announced = addresses.join();
      announcer?.update(addresses);
    };
    const look = async (): Promise<void> => {
      announce();
      try {
        if (await this.#local.update(clock.wall())) await reload();
      } catch (error) {
        log.error(errorFields(error), 'certificate not renewed: keeping the previous one');
      }
    };
    announce();
    const stack = new Disposables();
    stack.use(announcer);
    stack.use(every(clock, LOOK_INTERVAL_MS, () => void look()));
    return stack;
  }
}

function urlHost(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}
