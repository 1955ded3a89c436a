/** @module Two bare peer connections in one page: the lower bound for a connection in this browser. */

/** An open data channel between two peer connections of this page. */
export interface FloorPair {
  /** Sends a message. Resolves when its echo arrives. */
  pingPong(message: string): Promise<void>;
  close(): void;
}

function exchangeCandidates(from: RTCPeerConnection, to: RTCPeerConnection): void {
  from.addEventListener('icecandidate', ({ candidate }) => void to.addIceCandidate(candidate ?? undefined));
}

/** Connects a pair whose second end echoes. */
export async function openFloorPair(): Promise<FloorPair> {
  const near = new RTCPeerConnection();
  const far = new RTCPeerConnection();
  exchangeCandidates(near, far);
  exchangeCandidates(far, near);
  far.addEventListener('datachannel', ({ channel }) => {
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => channel.send(data));
  });
  const channel = near.createDataChannel('floor');
  const opened = new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
  await near.setLocalDescription();
  await far.setRemoteDescription(near.localDescription ?? { type: 'offer', sdp: '' });
  await far.setLocalDescription();
  await near.setRemoteDescription(far.localDescription ?? { type: 'answer', sdp: '' });
  await opened;
  return {
    pingPong: async (message) => {
      const echoed = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
      channel.send(message);
      await echoed;
    },
    close: () => {
      near.close();
      far.close();
    },
  };
}
