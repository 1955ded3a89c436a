/** @module A peer connection of this page to a bare peer of the device's library, reached through the bench program. */

declare global {
  interface Window {
    /** Takes an offer that holds a candidate, answers with all of the peer's. */
    answerBare(sdp: string): Promise<string>;
  }
}

/** Connects; `prepare` adds what the offer is to have besides the channel, on whose label it depends what the peer answers. */
export async function openBareConnection(
  prepare: (peer: RTCPeerConnection) => void = () => undefined,
  label: 'echo' | 'binary' = 'echo',
): Promise<{ readonly peer: RTCPeerConnection; readonly channel: RTCDataChannel }> {
  const peer = new RTCPeerConnection();
  const channel = peer.createDataChannel(label);
  const opened = new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
  // One address is enough to be reached at; waiting for the last one would cost 100 ms.
  const gathered = new Promise((resolve) => peer.addEventListener('icecandidate', resolve, { once: true }));
  prepare(peer);
  await peer.setLocalDescription();
  await gathered;
  const sdp = await window.answerBare(peer.localDescription?.sdp ?? '');
  await peer.setRemoteDescription({ type: 'answer', sdp });
  await opened;
  return { peer, channel };
}
