/** @module How the service gets its certificate. */
import { dirname, join } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import { InvalidArgumentError } from 'commander';
import { databaseKind } from '../../registry/database.ts';
import type { ServiceOptions } from '../../service-options.ts';
import { defaultLocalName } from '../../tls/local/local-names.ts';
import type { DatabaseFlags } from './database-flags.ts';
import type { FlagGroup } from './flag-group.ts';
import { flag, option, wholeNumber } from './option.ts';

/** Values parsed by commander. */
export interface TlsFlags {
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly domain?: string;
  readonly acmeEmail?: string;
  readonly acmeServer?: string;
  readonly localHttps: boolean;
  readonly localName?: string;
  readonly tlsDirectory?: string;
  readonly plainPort?: number | false;
}

const readPort = wholeNumber(0, 65_535);

/** Certificates from files, from an ACME server, or from an own authority. */
export const tlsFlags: FlagGroup<TlsFlags & DatabaseFlags> = {
  heading: 'Certificate:',
  options: () => [
    option(
      '--tls-cert <file>',
      'PEM file with the certificate of the service, which then terminates TLS itself and speaks HTTP/2; reloaded when it changes, and on SIGHUP',
    ),
    option('--tls-key <file>', 'PEM file with the private key of that certificate'),
    option(
      '--domain <name>',
      "public name of the service: gets and renews a certificate by ACME, from Let's Encrypt by default, whose terms you accept by using it",
    ),
    option('--acme-email <address>', 'where the ACME server writes to if something is wrong'),
    option('--acme-server <url>', "directory of the ACME server; default: Let's Encrypt").argParser(httpsUrl),
    option(
      '--local-https [true|false]',
      'without a public name: makes an authority and a certificate for the addresses of this host and NAME.local',
    )
      .argParser(flag)
      .preset('true')
      .default(false),
    option('--local-name <name>', "NAME of NAME.local, announced by mDNS; default: this host's name"),
    option(
      '--tls-directory <directory>',
      'where keys and certificates of --domain and --local-https are kept; default: tls beside the SQLite file',
    ),
    option(
      '--plain-port <number>',
      'port for plain HTTP with --domain and --local-https, or none: answers ACME servers, hands out the authority, leads to https; default: 80',
    ).argParser((text) => (text === 'none' ? false : readPort(text))),
  ],
  toService: (flags) => tlsOf(flags),
};

function httpsUrl(text: string): string {
  if (URL.parse(text)?.protocol === 'https:') return text;
  throw new InvalidArgumentError('must be an https URL.');
}

/** Whether the service gets or makes its certificate itself. */
export function isAutomatic({ domain, localHttps }: TlsFlags): boolean {
  return domain !== undefined || localHttps;
}

/** Whether the service terminates TLS. */
export function hasTls(flags: TlsFlags): boolean {
  return flags.tlsCert !== undefined || isAutomatic(flags);
}

/** One way, or none. @throws EdgeError ERR_CONFIG */
function tlsOf(flags: TlsFlags & DatabaseFlags): Pick<ServiceOptions, 'tls'> {
  const { tlsCert, tlsKey, domain, localHttps, plainPort } = flags;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new EdgeError('ERR_CONFIG', '--tls-cert and --tls-key are required together');
  }
  if ([tlsCert !== undefined, domain !== undefined, localHttps].filter(Boolean).length > 1) {
    throw new EdgeError('ERR_CONFIG', '--tls-cert, --domain and --local-https exclude each other: set one');
  }
  if (tlsCert !== undefined && tlsKey !== undefined) return { tls: { certFile: tlsCert, keyFile: tlsKey } };
  if (!isAutomatic(flags)) return {};
  const directory = directoryOf(flags);
  if (domain === undefined)
    return { tls: { local: flags.localName ?? defaultLocalName(), directory, plainPort } };
  const { acmeEmail: email, acmeServer } = flags;
  return { tls: { domain, directory, plainPort, email, acmeServer } };
}

function directoryOf({ tlsDirectory, database }: TlsFlags & DatabaseFlags): string {
  if (tlsDirectory !== undefined) return tlsDirectory;
  if (databaseKind(database) === 'sqlite') return join(dirname(database), 'tls');
  throw new EdgeError('ERR_CONFIG', '--tls-directory is required with a PostgreSQL database');
}
