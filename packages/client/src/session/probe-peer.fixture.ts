/** @module Test fixture: the peer connections of probes, whose events the test fires. */

/** The part of a peer connection that a probe uses. */
export class ProbePeer extends EventTarget {
  iceGatheringState = 'new';
  isClosed = false;

  createDataChannel(): void {
    this.iceGatheringState = 'gathering';
  }

  async setLocalDescription(): Promise<void> {}

  close(): void {
    this.isClosed = true;
  }

  gather(type: string): void {
    const candidate = { candidate: `candidate:1 1 udp 1 198.51.100.1 5000 typ ${type}` };
    this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate }));
  }

  fail(errorCode: number): void {
    this.dispatchEvent(Object.assign(new Event('icecandidateerror'), { errorCode }));
  }

  complete(): void {
    this.iceGatheringState = 'complete';
    this.dispatchEvent(new Event('icegatheringstatechange'));
  }
}

/** A class that records the probes' peer connections; others, which have a certificate, are made by `real`. */
export function probePeers(real?: () => typeof RTCPeerConnection): {
  readonly peers: ProbePeer[];
  readonly peerClass: () => typeof RTCPeerConnection;
} {
  const peers: ProbePeer[] = [];
  const fake: unknown = new Proxy(function create() {}, {
    construct(_target, args: readonly RTCConfiguration[]) {
      if (real !== undefined && args[0]?.certificates !== undefined) return Reflect.construct(real(), args);
      const peer = new ProbePeer();
      peers.push(peer);
      return peer;
    },
    get: (target, key) => Reflect.get(real?.() ?? target, key),
  });
  if (!isPeerClass(fake)) throw new TypeError('the fake is not a class');
  return { peers, peerClass: () => fake };
}

function isPeerClass(fake: unknown): fake is typeof RTCPeerConnection {
  return typeof fake === 'function';
}
