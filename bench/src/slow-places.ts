/** @module Where the processes of a slow network run: in network namespaces where these are allowed, else all on loopback with a relay between. */
import { execFileSync } from 'node:child_process';
import {
  BROWSER_ADDRESS,
  canMakeNamespaces,
  DelayLoopback,
  DelayNetwork,
  SERVER_ADDRESS,
  type CableQualities,
} from '@longwire/e2e';

/** The two kinds, as reports name them. */
export const NETWORKS = ['network namespaces', 'user space'] as const;
export type NetworkKind = (typeof NETWORKS)[number];

/** A URL for each end of the two cables. */
export interface UrlByEnd {
  readonly browser: string;
  readonly device: string;
}

/** Places for the service, STUN, a device and a browser, and the cables between them. */
export interface SlowPlaces {
  readonly kind: NetworkKind;
  /** Where the service and STUN listen. `within` is a command that runs a process there. */
  readonly server: { readonly address: string; readonly within: readonly string[] };
  readonly browser: { readonly within: readonly string[]; readonly flags: readonly string[] };
  readonly device: { readonly within: readonly string[] };
  /** The STUN URLs that lead to a server. */
  stun(url: string): UrlByEnd;
  /** The WebSocket URLs that lead to a service; call {@link stun} before. */
  service(url: string): Promise<UrlByEnd>;
  setCables(cables: CableQualities): Promise<void>;
  /** A description that a browser made, as another browser at the other end sees it. */
  carry(sdp: string, to: 'toBrowser' | 'toDevice'): string;
  /** How many bytes the device's machine has sent; undefined where the kernel does not count them. */
  bytesFromDevice(): number | undefined;
  /** Gives the browser's machine another address. Returns whether the browser can see it. */
  changeAddress(): boolean;
  stop(): Promise<void>;
}

/** Another address of the browser's network, and its gateway. */
const OTHER_ADDRESS = '198.51.100.20';
const BROWSER_GATEWAY = '198.51.100.1';
const NO_CABLES: CableQualities = { browser: { roundTripMs: 0 }, device: { roundTripMs: 0 } };

function same(url: string): UrlByEnd {
  return { browser: url, device: url };
}

async function inNamespaces(): Promise<SlowPlaces> {
  const network = await DelayNetwork.start(NO_CABLES);
  const { server, browser, device } = network.networks;
  let [address, other] = [BROWSER_ADDRESS, OTHER_ADDRESS];
  return {
    kind: 'network namespaces',
    server: { address: SERVER_ADDRESS, within: server.within },
    browser: { within: browser.within, flags: [] },
    device: { within: device.within },
    stun: same,
    service: async (url) => await Promise.resolve(same(url)),
    setCables: async (cables) => await network.setCables(cables),
    carry: (sdp) => sdp,
    bytesFromDevice: () => {
      const [program = '', ...args] = device.within;
      const counters = execFileSync(program, [...args, 'cat', '/proc/net/dev'], { encoding: 'utf8' });
      const line = /eth0:(.+)/u.exec(counters)?.[1] ?? '';
      // Eight columns of what was received come first.
      return Number(line.trim().split(/\s+/u)[8]);
    },
    // Connections from the old address break. The kernel drops the route with the address.
    changeAddress: () => {
      browser.ip('addr', 'del', `${address}/24`, 'dev', 'eth0');
      browser.ip('addr', 'add', `${other}/24`, 'dev', 'eth0');
      browser.ip('route', 'replace', 'default', 'via', BROWSER_GATEWAY);
      [address, other] = [other, address];
      return true;
    },
    stop: async () => await network.stop(),
  };
}

function onLoopback(): SlowPlaces {
  const relay = new DelayLoopback(NO_CABLES);
  let stunPort = 0;
  return {
    kind: 'user space',
    server: { address: '127.0.0.1', within: [] },
    // A machine may have no other address.
    browser: { within: [], flags: ['--allow-loopback-in-peer-connection'] },
    device: { within: [] },
    stun: (url) => {
      stunPort = Number(url.split(':').at(-1));
      return relay.stun(stunPort);
    },
    service: async (url) => await relay.service(url, stunPort),
    setCables: async (cables) => await Promise.resolve(relay.setCables(cables)),
    carry: (sdp, to) => relay.carry(sdp, to),
    bytesFromDevice: () => undefined,
    changeAddress: () => {
      relay.changeAddress();
      return false;
    },
    stop: async () => await relay.stop(),
  };
}

/** Chosen by trying, unless `BENCH_NETWORK` names one. @throws RangeError when it names another */
export async function slowPlaces(
  wanted: string | undefined = process.env['BENCH_NETWORK'],
): Promise<SlowPlaces> {
  const kind = wanted ?? (canMakeNamespaces() ? 'network namespaces' : 'user space');
  if (kind === 'network namespaces') return await inNamespaces();
  if (kind === 'user space') return onLoopback();
  throw new RangeError(`BENCH_NETWORK must be ${NETWORKS.join(' or ')}, got ${kind}`);
}
