/**
 * @module What a router does to packets, as rules of nftables. The kinds of NAT are those of RFC 3489 section 5, in the words of RFC 4787:
 * how it maps an address, and what it lets in.
 */

/** `none` routes only, `firewall` lets in what was asked for, and the others translate. */
export const ROUTER_KINDS = [
  'none',
  'firewall',
  'full cone',
  'address restricted',
  'port restricted',
  'symmetric',
] as const;
export type RouterKind = (typeof ROUTER_KINDS)[number];

/** How a router is set. */
export interface RouterSettings {
  readonly kind: RouterKind;
  /** Drops every datagram. */
  readonly blocksUdp?: boolean;
  /** Whether a machine behind it reaches another one behind it by the outer address. */
  readonly hairpins?: boolean;
  /** Whether the two networks behind it reach each other. */
  readonly joinsNetworks?: boolean;
}

/** What one side has between itself and the Internet, from the inside out. */
export interface Side {
  readonly router: RouterSettings;
  readonly provider?: RouterSettings;
}

/** The names of a router's network interfaces: to the outside, and to the one or two networks behind it. */
export const OUTSIDE = 'outside';
export const INSIDE = 'inside';
export const GUESTS = 'guests';
const NETWORKS = `{ ${INSIDE}, ${GUESTS} }`;

/** How long a mapping that nothing uses lasts, in seconds. Reason: at least two minutes (RFC 4787 section 4.3). */
const MAPPING_S = 120;

/** Lets in every peer that sends to a mapped port, or only peers at addresses that were sent to. */
function dnatRule(kind: RouterKind): string {
  const mapped = 'dnat to udp dport map @hosts';
  if (kind === 'full cone') return `iifname ${OUTSIDE} meta l4proto udp ${mapped}`;
  if (kind === 'address restricted') return `iifname ${OUTSIDE} ip saddr . udp dport @peers ${mapped}`;
  return '';
}

/** The port is kept, so each peer sees the same one; or each peer sees another one. */
function snatRule(kind: RouterKind): string {
  if (kind === 'none' || kind === 'firewall') return '';
  return `oifname ${OUTSIDE} masquerade ${kind === 'symmetric' ? 'fully-random' : ''}`;
}

/** The rules of a router with this outer address, for `nft -f`. */
export function routerRules(
  { kind, blocksUdp = false, hairpins = false, joinsNetworks = false }: RouterSettings,
  address: string,
): string {
  const isOpen = kind === 'none';
  const turnsBack = `iifname != ${OUTSIDE} ip daddr ${address} meta l4proto udp`;
  return `flush ruleset
table ip translation {
  set peers { type ipv4_addr . inet_service; flags dynamic, timeout; timeout ${MAPPING_S}s; }
  map hosts { type inet_service : ipv4_addr; flags dynamic, timeout; timeout ${MAPPING_S}s; }
  chain remember {
    type filter hook postrouting priority mangle;
    oifname ${OUTSIDE} meta l4proto udp update @peers { ip daddr . udp sport }
    oifname ${OUTSIDE} meta l4proto udp update @hosts { udp sport : ip saddr }
  }
  chain in {
    type nat hook prerouting priority dstnat;
    ${dnatRule(kind)}
    ${hairpins ? `${turnsBack} dnat to udp dport map @hosts` : ''}
  }
  chain out {
    type nat hook postrouting priority srcnat;
    ${snatRule(kind)}
    ${hairpins ? `iifname != ${OUTSIDE} oifname != ${OUTSIDE} ct status dnat snat to ${address}` : ''}
  }
}
table inet filter {
  chain forward {
    type filter hook forward priority filter;
    ${blocksUdp ? 'meta l4proto udp drop' : ''}
    ct state established,related accept
    ct status dnat accept
    ${isOpen ? '' : `iifname ${OUTSIDE} drop`}
    ${joinsNetworks ? '' : `iifname ${NETWORKS} oifname ${NETWORKS} drop`}
  }
  chain input {
    type filter hook input priority filter;
    ${isOpen ? '' : 'meta l4proto udp drop'}
  }
}
`;
}
