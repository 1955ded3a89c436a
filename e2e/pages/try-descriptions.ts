/** @module Gives changed descriptions to this browser's own peer connection, and compares what became of each with what the client says of it. */
import { seededRandom } from '../../packages/testing/src/faults/seeded-random.ts';
import { fingerprintOfOneTransport } from '../../packages/client/src/peer/one-transport.ts';
import { requireOneTransport } from '../../packages/client/src/peer/shared-transport.ts';
import { mutated } from './mutated-description.ts';

/** What became of one description. */
export interface Tried {
  readonly sdp: string;
  /** How many DTLS transports there are, by the statistics where they say it; undefined where the browser refused it. */
  readonly transports: number | undefined;
  /** The client refuses it before it is applied. */
  readonly isRefused: boolean;
  /** The client refuses what became of it. */
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

/** A connection of which the other side offers media now; the offer goes through `change`. */
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
    return {
      sdp,
      transports: await transportsOf(own),
      isRefused,
      isFound: throws(() => requireOneTransport(own)),
    };
  } finally {
    own.close();
    other.close();
  }
}

/** Tries one that is as it should be, and then `count` that are changed; the same ones for a seed. */
export async function tryDescriptions(seed: number, count: number): Promise<readonly Tried[]> {
  const random = seededRandom(seed);
  const tried = [await tryOffer((sdp) => sdp)];
  while (tried.length <= count) tried.push(await tryOffer((sdp) => mutated(sdp, random)));
  return tried;
}
