/** @module A peer connection of this page to a bare peer of the device's library, signaled through the bench program. */

declare global {
  interface Window {
    /** Takes an offer with a candidate. Returns the answer with all candidates of the peer. */
    answerBare(sdp: string): Promise<string>;
  }
}

/** Connects; `prepare` adds media to the offer besides the channel, whose label selects what the peer does. */
export async function openBareConnection(
  prepare: (peer: RTCPeerConnection) => void = () => undefined,
  label: 'echo' | 'binary' = 'echo',
): Promise<{ readonly peer: RTCPeerConnection; readonly channel: RTCDataChannel }> {
  const peer = new RTCPeerConnection();
  const channel = peer.createDataChannel(label);
  const opened = new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
  // One address is enough; waiting for the last candidate would cost 100 ms.
  const gathered = new Promise((resolve) => peer.addEventListener('icecandidate', resolve, { once: true }));
  prepare(peer);
  await peer.setLocalDescription();
  await gathered;
  const sdp = await window.answerBare(peer.localDescription?.sdp ?? '');
  await peer.setRemoteDescription({ type: 'answer', sdp });
  await opened;
  return { peer, channel };
}
