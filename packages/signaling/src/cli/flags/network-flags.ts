/** @module Where the service listens, and how it is reached. */
import { EdgeError } from '@longwire/protocol';
import type { ServiceOptions } from '../../service-options.ts';
import type { FlagGroup } from './flag-group.ts';
import { flag, list, option, wholeNumber } from './option.ts';

/** As commander gives them. */
export interface NetworkFlags {
  readonly host: string;
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly console?: string;
  readonly publicUrl?: string;
  readonly deviceOrigin?: string;
  readonly allowOrigin: string[];
  readonly trustProxy: boolean;
  readonly allowPrivateIssuers: boolean;
  readonly allowShortTokens: boolean;
}

/** Addresses, origins, the console. */
export const networkFlags: FlagGroup<NetworkFlags> = {
  heading: 'Network:',
  options: () => [
    option('--host <address>', 'address to listen on').default('127.0.0.1'),
    option('--port <number>', 'port to listen on, 0 for any').argParser(wholeNumber(0, 65_535)).default(8700),
    option(
      '--tls-cert <file>',
      'PEM file with the certificate of the service: it ends TLS itself and speaks HTTP/2; read again when it changes, and on SIGHUP',
    ),
    option('--tls-key <file>', 'PEM file with the key of that certificate'),
    option('--public-url <url>', 'address that devices dial; their proofs must name its host'),
    option('--console <directory>', 'built files of the console to serve'),
    option(
      '--device-origin <url>',
      "hosts of the devices' own pages, such as https://*.devices.example; none for none; without it http://*.localhost where only this machine reaches the service",
    ),
    option('--allow-origin <origins>', 'origins of pages that may connect, with commas between them')
      .argParser(list)
      .default([], 'any'),
    option('--trust-proxy [true|false]', 'believe X-Forwarded-For; only behind a proxy that sets it')
      .argParser(flag)
      .preset('true')
      .default(false),
    option(
      '--allow-private-issuers [true|false]',
      "fetch issuers' keys from loopback and private addresses and over plain HTTP as well",
    )
      .argParser(flag)
      .preset('true')
      .default(false),
    option(
      '--allow-short-tokens [true|false]',
      'compatibility: allow connection tokens of 12 characters over HTTP as well, for existing pages whose form fields take no more',
    )
      .argParser(flag)
      .preset('true')
      .default(false),
  ],
  toService: (flags) => ({
    host: flags.host,
    port: flags.port,
    ...tlsOf(flags),
    console: flags.console,
    publicUrl: flags.publicUrl,
    deviceOrigin: flags.deviceOrigin,
    allowedOrigins: flags.allowOrigin,
    trustProxy: flags.trustProxy,
    allowPrivateIssuers: flags.allowPrivateIssuers,
    allowShortTokens: flags.allowShortTokens,
  }),
};

/** @throws EdgeError ERR_CONFIG for one without the other. */
function tlsOf({ tlsCert, tlsKey }: NetworkFlags): Pick<ServiceOptions, 'tls'> {
  if (tlsCert === undefined && tlsKey === undefined) return {};
  if (tlsCert !== undefined && tlsKey !== undefined) return { tls: { certFile: tlsCert, keyFile: tlsKey } };
  throw new EdgeError('ERR_CONFIG', 'tls-cert and tls-key expected both, got one');
}
