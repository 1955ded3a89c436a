/** @module Classifies IP addresses: private or public, and whether two are in one network. */

/** RFC 1918, RFC 3927, loopback. */
const PRIVATE_IPV4 = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/u;

/** RFC 4193 (fc00::/7), RFC 4291 (fe80::/10), loopback. */
const PRIVATE_IPV6 = /^(?:f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|::1$)/iu;

/** Whether an address is unreachable from outside its network; an mDNS name (RFC 6762) hides such an address. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE_IPV4.test(address) || PRIVATE_IPV6.test(address) || address.toLowerCase().endsWith('.local');
}

/** The first 64 bits of an IPv6 address, which identify its network (RFC 4291 section 2.5.4). */
function prefixOf(address: string): string | undefined {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  if (!address.includes(':') || groups.length < 4) return undefined;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}

/** Whether two public addresses are in one network. */
export function areNeighbours(one: string, other: string): boolean {
  if (one === other) return true;
  const prefix = prefixOf(one);
  return prefix !== undefined && prefix === prefixOf(other);
}
