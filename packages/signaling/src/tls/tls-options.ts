/** @module How the service gets its certificate. */
import type { CertificatePaths } from '../http2/certificate-files.ts';

/** A certificate from files, from an ACME server, or from an authority of the service's own. */
export type TlsOptions = CertificatePaths | DomainTls | LocalTls;

/** What both kinds of automatic certificates need. */
interface AutomaticTls {
  /**
   * Directory of keys and certificates, created with mode 0700. `fullchain.pem` and `privkey.pem` in it are
   * those of the service, for other programs such as coturn as well.
   */
  readonly directory: string;
  /**
   * Port for plain HTTP, which leads to https; default 80, 0 for any free one. `false`: none.
   */
  readonly plainPort?: number | false | undefined;
}

/** A certificate for a public name, from an ACME server (RFC 8555). */
export interface DomainTls extends AutomaticTls {
  /** The name, such as `cam.example.org`. */
  readonly domain: string;
  /** Where the ACME server writes to if something is wrong; default none. */
  readonly email?: string | undefined;
  /** URL of the ACME server's directory; default Let's Encrypt. Its use implies consent to its terms. */
  readonly acmeServer?: string | undefined;
}

/** A certificate of the service's own authority, for the addresses of this host and a name in `.local`. */
export interface LocalTls extends AutomaticTls {
  /** The first label of the name: `camera` is `camera.local`, announced by mDNS (RFC 6762). */
  readonly local: string;
  /** Announces the name on the networks of this host; default true. */
  readonly isAnnounced?: boolean | undefined;
}
