/** @module The names and addresses under which devices of the same network reach this host. */
import { BlockList, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { EdgeError } from '@longwire/protocol';

/** What a local certificate is for. */
export interface LocalNames {
  /** `NAME.local`. */
  readonly hostName: string;
  /** DNS names: `NAME.local`, names below it for the pages of devices, and `localhost`. */
  readonly dns: readonly string[];
  /** Addresses, sorted, with those of loopback. */
  readonly addresses: readonly string[];
}

/** An address of an interface, as Node lists it. */
export interface InterfaceAddress {
  readonly address: string;
  readonly internal: boolean;
}

/** Networks whose addresses belong to no one on the Internet (RFC 1918, RFC 3927, RFC 4193, RFC 6598) and loopback. */
export const PRIVATE_NETWORKS: readonly string[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
];

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;

const privateAddresses = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [base = '', prefix] = network.split('/');
  privateAddresses.addSubnet(base, Number(prefix), isIPv6(base) ? 'ipv6' : 'ipv4');
}

/** The `.local` name of a label. @throws EdgeError ERR_CONFIG */
export function localHostName(label: string): string {
  const name = label.toLowerCase();
  if (LABEL.test(name)) return `${name}.local`;
  throw new EdgeError(
    'ERR_CONFIG',
    `local name is invalid: want letters, digits and hyphens, got "${label}"`,
  );
}

/** A label from this machine's host name. */
export function defaultLocalName(): string {
  const label = (hostname().split('.')[0] ?? '').toLowerCase();
  return LABEL.test(label) ? label : 'longwire';
}

/** Private addresses of this host's interfaces, without loopback. */
export function privateInterfaceAddresses(
  list: () => readonly InterfaceAddress[] = listInterfaces,
): readonly string[] {
  return list()
    .filter(({ address, internal }) => !internal && isPrivate(address))
    .map(({ address }) => address)
    .toSorted();
}

/** The names and addresses of a certificate for `hostName`. */
export function localNames(hostName: string, addresses: readonly string[]): LocalNames {
  return {
    hostName,
    dns: [hostName, `*.${hostName}`, 'localhost'],
    addresses: ['127.0.0.1', '::1', ...addresses],
  };
}

function isPrivate(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function listInterfaces(): readonly InterfaceAddress[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list);
}
