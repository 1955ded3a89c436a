/** @module Classifies addresses as public or not. */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose IPv4 registry, and multicast. */
const IPV4_NOT_PUBLIC = [
  // this network (RFC 791), private (RFC 1918), shared by carriers (RFC 6598), loopback
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // link-local, where clouds answer with their metadata (RFC 3927)
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // protocol assignments, documentation, 6to4 relays
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  // benchmarks, documentation
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // multicast, reserved, broadcast
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/**
 * All but global unicast (2000::/3), and the special-purpose ranges within it. IPv4-mapped and NAT64
 * addresses fall into the first row, unique local and link-local ones into the third.
 */
const IPV6_NOT_PUBLIC = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // protocol assignments with Teredo, documentation, 6to4, documentation
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

// one list each, because Node also matches IPv4 addresses against IPv6 networks in their mapped form
const [notPublic4, notPublic6] = [new BlockList(), new BlockList()];
for (const [network, prefix] of IPV4_NOT_PUBLIC) notPublic4.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of IPV6_NOT_PUBLIC) notPublic6.addSubnet(network, prefix, 'ipv6');

/** Whether a literal address is public; false for anything that is not an address or has a zone. */
export function isPublicAddress(address: string): boolean {
  switch (address.includes('%') ? 0 : isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4');
    case 6:
      return !notPublic6.check(address, 'ipv6');
    default:
      return false;
  }
}
