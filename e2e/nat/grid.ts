/** @module The grid as data: what is between browser and device, and the path that the two find. */
import type { Cell, Path } from './cell.ts';
import type { RouterKind, Side } from './router-rules.ts';

/** The kinds of a grid over IPv4, in the order of the columns below. */
const KINDS: readonly RouterKind[] = [
  'none',
  'full cone',
  'address restricted',
  'port restricted',
  'symmetric',
];

/**
 * A row for each kind on the device's side, a column for each on the browser's. A NAT that shows each peer another port is reached
 * only by a peer that takes what comes from the peer's address, from any port.
 */
const PATHS: Readonly<Record<string, readonly Path[]>> = {
  none: ['host', 'srflx', 'srflx', 'srflx', 'srflx'],
  'full cone': ['srflx', 'srflx', 'srflx', 'srflx', 'srflx'],
  'address restricted': ['srflx', 'srflx', 'srflx', 'srflx', 'srflx'],
  'port restricted': ['srflx', 'srflx', 'srflx', 'srflx', 'relay'],
  symmetric: ['srflx', 'srflx', 'srflx', 'relay', 'relay'],
};

const pairs = KINDS.flatMap((device) =>
  KINDS.map((browser, column): Cell => ({
    title: `device ${device}, browser ${browser}`,
    family: 'IPv4',
    browser: { router: { kind: browser } },
    device: { router: { kind: device } },
    path: PATHS[device]?.[column] ?? 'none',
  })),
);

const behind = (kind: RouterKind, provider?: RouterKind): Side => ({
  router: { kind },
  ...(provider === undefined ? {} : { provider: { kind: provider } }),
});
const WITHOUT_UDP: Side = { router: { kind: 'port restricted', blocksUdp: true } };

const withoutUdp: readonly Cell[] = [
  ...KINDS.map((kind): Cell => ({
    title: `device ${kind}, browser without UDP`,
    family: 'IPv4',
    browser: WITHOUT_UDP,
    device: behind(kind),
    path: 'relay',
    relayProtocol: 'tcp',
  })),
  {
    title: 'device without UDP, browser none',
    family: 'IPv4',
    browser: behind('none'),
    device: WITHOUT_UDP,
    path: 'none',
  },
];

const twice: readonly Cell[] = [
  {
    title: 'device port restricted, browser port restricted twice',
    family: 'IPv4',
    browser: behind('port restricted', 'port restricted'),
    device: behind('port restricted'),
    path: 'srflx',
  },
  {
    title: 'device full cone behind address restricted, browser full cone behind symmetric',
    family: 'IPv4',
    browser: behind('full cone', 'symmetric'),
    device: behind('full cone', 'address restricted'),
    path: 'srflx',
  },
  {
    title: 'device port restricted, browser full cone behind symmetric',
    family: 'IPv4',
    browser: behind('full cone', 'symmetric'),
    device: behind('port restricted'),
    path: 'relay',
  },
  {
    title: 'device full cone behind symmetric, browser full cone behind symmetric',
    family: 'IPv4',
    browser: behind('full cone', 'symmetric'),
    device: behind('full cone', 'symmetric'),
    path: 'relay',
  },
];

const together: readonly Cell[] = [
  {
    title: 'both behind one NAT, in networks that reach each other',
    family: 'IPv4',
    browser: { router: { kind: 'port restricted', joinsNetworks: true } },
    device: 'neighbour',
    path: 'host',
  },
  {
    title: 'both behind one NAT, in separate networks, with hairpinning',
    family: 'IPv4',
    browser: { router: { kind: 'port restricted', hairpins: true } },
    device: 'neighbour',
    path: 'srflx',
  },
  {
    title: 'both behind one NAT, in separate networks, without hairpinning',
    family: 'IPv4',
    browser: { router: { kind: 'port restricted' } },
    device: 'neighbour',
    path: 'relay',
  },
];

const v6: readonly Cell[] = [
  { title: 'IPv6 only: none', browser: behind('none'), device: behind('none'), path: 'host' as const },
  {
    title: 'IPv6 only: a firewall on each side',
    browser: behind('firewall'),
    device: behind('firewall'),
    path: 'host' as const,
  },
  {
    title: 'IPv6 only: device behind a firewall, browser without UDP',
    browser: { router: { kind: 'firewall' as const, blocksUdp: true } },
    device: behind('firewall'),
    // The device's library has no TURN over IPv6. The browser's relay has an IPv4 address: coturn gives an IPv6 one only to a client that asks for it (RFC 8656 section 7.2), and browsers do not.
    path: 'none' as const,
  },
].map((cell): Cell => ({ ...cell, family: 'IPv6' }));

/** The browser has IPv6 only, and cannot send to the device's IPv4 addresses; what the device sends first reaches it where the NAT lets it in. */
const nat64: readonly Cell[] = [
  {
    title: 'device none, browser behind NAT64 that is port restricted',
    browser: behind('none', 'port restricted'),
    device: behind('none'),
    path: 'relay' as const,
  },
  {
    title: 'device symmetric, browser behind NAT64 that is symmetric',
    browser: behind('none', 'symmetric'),
    device: behind('symmetric'),
    path: 'relay' as const,
  },
  {
    title: 'device none, browser behind NAT64 that is full cone',
    browser: behind('none', 'full cone'),
    device: behind('none'),
    path: 'srflx' as const,
  },
].map((cell): Cell => ({ ...cell, family: 'NAT64' }));

/** All cells; those of one family follow each other. */
export const GRID: readonly Cell[] = [...pairs, ...withoutUdp, ...twice, ...together, ...v6, ...nat64];

/** One cell for each way in which two sides meet: by the port that a NAT keeps, by one that is new to the peer, and not at all. */
export const FEW: readonly Cell[] = GRID.filter(({ title }) =>
  [
    'device port restricted, browser port restricted',
    'device address restricted, browser symmetric',
    'device symmetric, browser symmetric',
  ].includes(title),
);
