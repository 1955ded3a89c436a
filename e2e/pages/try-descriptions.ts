/** @module Applies changed descriptions to a peer connection of this browser, and compares each result with the client's checks. */
import { seededRandom } from '../../packages/testing/src/faults/seeded-random.ts';
import { fingerprintOfOneTransport } from '../../packages/client/src/peer/one-transport.ts';
import { requireOneTransport } from '../../packages/client/src/peer/shared-transport.ts';
import { mutated } from './mutated-description.ts';

/** Time limit for a replaced transport to leave the statistics, in milliseconds. */
const REPLACED_MS = 2000;

/** The result of one description. */
export interface Tried {
  readonly sdp: string;
  /** The number of DTLS transports, from the statistics where available; undefined when the browser refused the description. */
  readonly transports: number | undefined;
  /** The client refuses it before it is applied. */
  readonly isRefused: boolean;
  /** The client refuses the result of applying it. */
  readonly isFound: boolean;
}

function throws(task: () => unknown): boolean {
  try {
    task();
    return false;
  } catch {
    return true;
  }
}

function newPeer(): RTCPeerConnection {
  return new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
}

async function transportsOf(pc: RTCPeerConnection): Promise<number> {
  let counted = 0;
  for (const [, entry] of await pc.getStats()) if (entry.type === 'transport') counted += 1;
  if (counted > 0) return counted;
  const ends = pc.getTransceivers().flatMap(({ sender, receiver }) => [sender.transport, receiver.transport]);
  return new Set([pc.sctp?.transport, ...ends].filter(Boolean)).size;
}

/**
 * The transports that stay: for a moment Firefox's statistics can still hold the one that a description has just
 * replaced.
 */
async function remainingTransports(pc: RTCPeerConnection): Promise<number> {
  const endMs = performance.now() + REPLACED_MS;
  let counted = await transportsOf(pc);
  while (counted > 1 && performance.now() < endMs) counted = await transportsOf(pc);
  return counted;
}

/** A connection whose remote side now offers media; the offer passes through `change`. */
async function tryOffer(change: (sdp: string) => string): Promise<Tried> {
  const [own, other] = [newPeer(), newPeer()];
  try {
    own.createDataChannel('coap');
    await own.setLocalDescription();
    await other.setRemoteDescription(own.localDescription ?? { type: 'offer' });
    await other.setLocalDescription();
    await own.setRemoteDescription(other.localDescription ?? { type: 'answer' });
    for (const kind of ['video', 'audio']) other.addTransceiver(kind, { direction: 'sendonly' });
    await other.setLocalDescription();
    const sdp = change(other.localDescription?.sdp ?? '');
    const isRefused = throws(() => fingerprintOfOneTransport(sdp));
    try {
      await own.setRemoteDescription({ type: 'offer', sdp });
      await own.setLocalDescription();
    } catch {
      return { sdp, transports: undefined, isRefused, isFound: false };
    }
    const transports = await transportsOf(own);
    const isFound = throws(() => requireOneTransport(own));
    return { sdp, transports: isFound ? transports : await remainingTransports(own), isRefused, isFound };
  } finally {
    own.close();
    other.close();
  }
}

/** Tries one unchanged description, and then `count` changed ones, determined by a seed. */
export async function tryDescriptions(seed: number, count: number): Promise<readonly Tried[]> {
  const random = seededRandom(seed);
  const tried = [await tryOffer((sdp) => sdp)];
  while (tried.length <= count) tried.push(await tryOffer((sdp) => mutated(sdp, random)));
  return tried;
}
