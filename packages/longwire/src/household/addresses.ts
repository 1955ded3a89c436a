/** @module The addresses of a household: for browsers in the house, and for its own device. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { hasTls, type ServeFlags } from '@longwire/signaling/cli';
import type { ServiceSettings } from './service-settings.ts';

/** An address beyond the house, of a network for documentation (RFC 5737): nothing is sent to it. */
const BEYOND = '192.0.2.1';

const LOOPBACK = '127.0.0.1';

/** Addresses that stand for all addresses of the machine. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

type Interfaces = typeof networkInterfaces;

/** The address of this machine in its network: the one from which it would send to the Internet; that of another interface, or loopback, without a way there. */
export async function houseAddress(
  beyond: string = BEYOND,
  interfaces: Interfaces = networkInterfaces,
): Promise<string> {
  const socket = createSocket('udp4');
  try {
    const connected = once(socket, 'connect');
    socket.connect(9, beyond);
    await connected;
    return socket.address().address;
  } catch {
    return interfaceAddress(interfaces) ?? LOOPBACK;
  } finally {
    socket.close();
  }
}

/** Where the service listens: at all addresses of this machine, so that phones in the house can open the page. */
export function defaultHost(interfaces: Interfaces = networkInterfaces): string {
  // On a machine without IPv6, '::' could not be listened on.
  return isIPv6(interfaceAddress(interfaces) ?? LOOPBACK) ? '::' : '0.0.0.0';
}

/** Link-local addresses (RFC 4291 section 2.5.6), which a URL cannot contain. */
const LINK_LOCAL = /^fe[89ab]/iu;

/** Private addresses (RFC 4193), which the certificate covers. */
const UNIQUE_LOCAL = /^f[cd]/iu;

/** An address of an interface, for a network without a way to the Internet by IPv4: of IPv4 if there is one. */
function interfaceAddress(interfaces: Interfaces): string | undefined {
  const all = Object.values(interfaces()).flatMap((each) => each ?? []);
  const usable = all.filter(({ address, internal }) => !internal && !LINK_LOCAL.test(address));
  const found =
    usable.find(({ family }) => family === 'IPv4') ??
    usable.find(({ address }) => UNIQUE_LOCAL.test(address)) ??
    usable[0];
  return found?.address;
}

const inUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** The page that browsers of the house open. */
export async function browserAddress(flags: ServeFlags): Promise<string> {
  const { publicUrl, host, port } = flags;
  if (publicUrl !== undefined) return publicUrl.replace(/\/*$/u, '/');
  return `${hasTls(flags) ? 'https' : 'http'}://${await browserHost(host)}:${port}/`;
}

/** The page in plain http that hands out the service's own authority; undefined without one, or if it is turned off. */
export async function trustPage({ localHttps, host, plainPort }: ServeFlags): Promise<string | undefined> {
  if (!localHttps || plainPort === false) return undefined;
  return new URL(`http://${await browserHost(host)}:${plainPort ?? 80}/`).href;
}

async function browserHost(host: string): Promise<string> {
  return inUrl(ALL_ADDRESSES.has(host) ? await houseAddress() : host);
}

/** The address of the service for the device of the same process: it stays the same when the machine gets another address. */
export function deviceServiceUrl(settings: ServiceSettings): string {
  const publicUrl = settings['public-url'];
  if (publicUrl !== undefined) return publicUrl.replace(/^http/u, 'ws');
  // The certificate always covers this name: that of the machine may change.
  if (settings['local-https'] === true) return `wss://localhost:${settings.port}`;
  return `ws://${inUrl(localAddress(settings.host))}:${settings.port}`;
}

/** The address under which this machine itself reaches the service. */
export function localAddress(host: string): string {
  return ALL_ADDRESSES.has(host) ? LOOPBACK : host;
}
