/** @module Where the service listens and how it is reached. */
import { EdgeError } from '@longwire/protocol';
import type { ServiceOptions } from '../../service-options.ts';
import { Option } from 'commander';
import type { FlagGroup } from './flag-group.ts';
import { flag, list, option, wholeNumber } from './option.ts';

/** Values parsed by commander. */
export interface NetworkFlags {
  readonly host: string;
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly console?: string | false;
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
      'PEM file with the certificate of the service, which then terminates TLS itself and speaks HTTP/2; reloaded when it changes, and on SIGHUP',
    ),
    option('--tls-key <file>', 'PEM file with the private key of that certificate'),
    option('--public-url <url>', 'address that devices connect to; their proofs must name its host'),
    option(
      '--console <directory>',
      'directory with the built console to serve, or none; default: the console of this package',
    ).argParser((text) => text !== 'none' && text),
    new Option('--no-console', 'serve no console'),
    option(
      '--device-origin <url>',
      "hosts of the devices' own pages, such as https://*.devices.example; none turns them off; default: http://*.localhost if only this machine reaches the service",
    ),
    option('--allow-origin <origins>', 'origins of pages that may connect, separated by commas')
      .argParser(list)
      .default([], 'any'),
    option('--trust-proxy [true|false]', 'trust X-Forwarded-For; only behind a proxy that sets it')
      .argParser(flag)
      .preset('true')
      .default(false),
    option(
      '--allow-private-issuers [true|false]',
      "also fetch issuers' keys from loopback and private addresses and over plain HTTP",
    )
      .argParser(flag)
      .preset('true')
      .default(false),
    option(
      '--allow-short-tokens [true|false]',
      'compatibility: also allow 12-character connection tokens over HTTP, for existing pages with short form fields',
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

/** Both options, or neither. @throws EdgeError ERR_CONFIG */
function tlsOf({ tlsCert, tlsKey }: NetworkFlags): Pick<ServiceOptions, 'tls'> {
  if (tlsCert === undefined && tlsKey === undefined) return {};
  if (tlsCert !== undefined && tlsKey !== undefined) return { tls: { certFile: tlsCert, keyFile: tlsKey } };
  throw new EdgeError('ERR_CONFIG', '--tls-cert and --tls-key are required together');
}
