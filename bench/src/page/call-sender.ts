/** @module The calling end of the reference: a browser's camera and microphone, sent with the browser's own congestion control. */

/** The camera of the call. */
export interface CallCamera {
  readonly height: number;
  /** In bits a second. */
  readonly maxBitrate: number;
}

/** The calls by the session id of their offers, which stays the same over an ICE restart. */
const calls = new Map<string, RTCPeerConnection>();
let media: Promise<MediaStream> | undefined;

async function send(peer: RTCPeerConnection, { height, maxBitrate }: CallCamera): Promise<void> {
  media ??= navigator.mediaDevices.getUserMedia({ audio: true, video: { height, frameRate: 30 } });
  const stream = await media;
  for (const track of stream.getTracks()) {
    const sender = peer.addTrack(track, stream);
    if (track.kind !== 'video') continue;
    const parameters = sender.getParameters();
    for (const encoding of parameters.encodings) encoding.maxBitrate = maxBitrate;
    await sender.setParameters(parameters);
  }
}

/** Sends camera and microphone into an offered call, and every message of its channel back. Returns the answer with all candidates. */
export async function answerAsCaller(sdp: string, camera: CallCamera): Promise<string> {
  const id = /^o=\S+ (\d+)/mu.exec(sdp)?.[1] ?? '';
  const existing = calls.get(id);
  const peer = existing ?? new RTCPeerConnection();
  calls.set(id, peer);
  peer.addEventListener('datachannel', ({ channel }) => {
    channel.addEventListener('message', ({ data }) => channel.send(data));
  });
  const gathered = new Promise((resolve) => {
    peer.addEventListener('icecandidate', ({ candidate }) => void (candidate === null && resolve(null)));
  });
  await peer.setRemoteDescription({ type: 'offer', sdp });
  if (existing === undefined) await send(peer, camera);
  await peer.setLocalDescription();
  await gathered;
  return peer.localDescription?.sdp ?? '';
}
