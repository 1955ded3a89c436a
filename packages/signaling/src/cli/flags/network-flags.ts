/** @module Where the service listens and how it is reached. */
import { networkInterfaces } from 'node:os';
import { Option } from 'commander';
import { parseOrigin } from '../../config/origin.ts';
import { parsePublicUrl } from '../../config/public-url.ts';
import { parseDeviceZone } from '../../device-origin/device-zone.ts';
import { httpsOrigin } from '../../tls/certificate-source.ts';
import type { FlagGroup } from './flag-group.ts';
import { flag, list, option, reader, wholeNumber } from './option.ts';
import { isAutomatic, type TlsFlags } from './tls-flags.ts';

/** Values parsed by commander. */
export interface NetworkFlags {
  readonly host?: string;
  readonly port?: number;
  readonly console?: string | false;
  readonly publicUrl?: string;
  readonly deviceOrigin?: string;
  readonly allowOrigin: string[];
  readonly trustProxy: boolean;
  readonly allowPrivateIssuers: boolean;
  readonly allowShortTokens: boolean;
  readonly pushServices: string[];
}

/** Addresses, origins, the console. */
export const networkFlags: FlagGroup<NetworkFlags & TlsFlags> = {
  heading: 'Network:',
  options: () => [
    option(
      '--host <address>',
      'address to listen on; default: 127.0.0.1, or every address with --domain or --local-https',
    ),
    option(
      '--port <number>',
      'port to listen on, 0 for any; default: 8700, or 443 with --domain or --local-https',
    ).argParser(wholeNumber(0, 65_535)),
    option(
      '--public-url <url>',
      'address that devices connect to; their proofs must name its host',
    ).argParser(reader(parsePublicUrl)),
    option(
      '--console <directory>',
      'directory with the built console to serve, or none; default: the console of this package',
    ).argParser((text) => text !== 'none' && text),
    new Option('--no-console', 'serve no console'),
    option(
      '--device-origin <url>',
      "hosts of the devices' own pages, such as https://*.devices.example; none turns them off; default: http://*.localhost if only this machine reaches the service",
    ).argParser(reader(readDeviceOrigin)),
    option('--allow-origin <origins>', 'origins of pages that may connect, separated by commas')
      .argParser(reader(readOrigins))
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
    option(
      '--push-services <origins>',
      'push services that may have private addresses or plain HTTP, separated by commas, such as http://10.0.0.7:8080',
    )
      .argParser(reader(readOrigins))
      .default([], 'none'),
  ],
  toService: (flags) => ({
    ...listenAddress(flags),
    console: flags.console,
    publicUrl: flags.publicUrl,
    deviceOrigin: flags.deviceOrigin,
    allowedOrigins: flags.allowOrigin,
    trustProxy: flags.trustProxy,
    allowPrivateIssuers: flags.allowPrivateIssuers,
    allowShortTokens: flags.allowShortTokens,
    pushServices: flags.pushServices,
  }),
};

function readOrigins(text: string): string[] {
  return list(text).map(parseOrigin);
}

function readDeviceOrigin(text: string): string {
  if (text !== 'none') parseDeviceZone(text);
  return text;
}

/** Where the service listens: for this machine alone, or with a certificate of its own for all. */
export function listenAddress(flags: NetworkFlags & TlsFlags): {
  readonly host: string;
  readonly port: number;
} {
  const [host, port] = isAutomatic(flags) ? [anyAddress(), 443] : ['127.0.0.1', 8700];
  return { host: flags.host ?? host, port: flags.port ?? port };
}

/** The options with the public URL that follows from the domain, as in the running service. */
export function withPublicUrl<T extends NetworkFlags & TlsFlags>(flags: T): T {
  const { publicUrl, domain } = flags;
  const { port } = listenAddress(flags);
  if (publicUrl !== undefined || domain === undefined || port === 0) return flags;
  return { ...flags, publicUrl: httpsOrigin(domain, port) };
}

/** All addresses, of IPv6 too if the host has it. */
function anyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list);
  return addresses.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';
}
