/** @module Checks the ways out of peer connections: sockets, addresses, and the addresses that STUN and TURN servers report. */
import { bad, good, warning, type IceServer, type Verdict } from '@longwire/protocol';
import type { NetworkConfig } from '../config/network-section.ts';
import { reasonOf } from '../log/reason-of.ts';
import { createNativePeer } from '../peer/create-native-peer.ts';
import type { CreateNativePeer } from '../peer/native-peer.ts';

/** Options of {@link checkNetwork}. */
export interface NetworkCheck {
  readonly network: NetworkConfig;
  readonly timeoutMs?: number;
  readonly createNative?: CreateNativePeer;
}

/** Longest time for servers to answer, in milliseconds: the library asks again for about ten seconds. */
const GATHER_TIMEOUT_MS = 12_000;

/** The kinds of a peer connection's candidates (RFC 8839 section 5.1). */
const KIND = / typ (host|srflx|relay)/u;

/** Gathers candidates as for a real connection, and returns them. */
function gather({
  network,
  timeoutMs = GATHER_TIMEOUT_MS,
  createNative = createNativePeer,
}: NetworkCheck): Promise<readonly string[]> {
  const candidates: string[] = [];
  const native = createNative({
    name: 'doctor',
    iceServers: network.iceServers,
    bindAddress: network.bindAddress,
  });
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      native.close();
    };
    const timer = setTimeout(end, timeoutMs);
    native.onLocalCandidate((candidate) => void candidates.push(candidate));
    native.onGatheringStateChange((state) => {
      // Not within the callback, in which the library cannot be closed.
      if (state === 'complete') setImmediate(end);
    });
    native.onStateChange((state) => {
      if (state !== 'closed') return;
      // The library never closes a channel that did not open, and an open one keeps the process alive.
      channel.close();
      resolve(candidates);
    });
    const channel = native.createDataChannel('doctor');
    channel.onClosed(() => undefined);
    native.setLocalDescription('offer');
  });
}

/** The findings that follow from the candidates. */
export function judgeCandidates(
  candidates: readonly string[],
  servers: readonly IceServer[],
): readonly Verdict[] {
  const kinds = new Set(candidates.map((candidate) => KIND.exec(candidate)?.[1]));
  const addresses = candidates
    .filter((candidate) => candidate.includes(' typ host'))
    .map((candidate) => candidate.split(' ')[4] ?? '');
  const own = kinds.has('host')
    ? good('udp', `connections use ${[...new Set(addresses)].join(', ')}`)
    : bad(
        'udp',
        'no address of this machine can be used',
        "check the network ('ip address'), and 'bind_address' in device.toml",
      );
  const has = (scheme: string): boolean =>
    servers.some(({ urls }) => urls.some((url) => url.startsWith(scheme)));
  return [
    own,
    ...(has('stun:')
      ? [
          kinds.has('srflx')
            ? good('stun', 'the server reports the public address')
            : warning(
                'stun',
                'no STUN server has reported another address',
                'this is fine on a machine with a public address; otherwise check the server and the firewall for UDP',
              ),
        ]
      : []),
    ...(has('turn:')
      ? [
          kinds.has('relay')
            ? good('turn', 'the server relays')
            : bad(
                'turn',
                'no TURN server has allocated an address',
                'check its name, username and credential, and the firewall for UDP',
              ),
        ]
      : []),
  ];
}

/** Checks sockets, addresses and servers. */
export async function checkNetwork(check: NetworkCheck): Promise<readonly Verdict[]> {
  try {
    return judgeCandidates(await gather(check), check.network.iceServers);
  } catch (error) {
    return [
      bad('udp', reasonOf(error), "check 'bind_address' in device.toml, and the network ('ip address')"),
    ];
  }
}
