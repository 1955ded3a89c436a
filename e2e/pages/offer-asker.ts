/** @module A client that has the device offer, written from PROTOCOL.md section 2; runs in the page, so it may use nothing from outside its body. */

/** The address of the device. */
export interface OfferAskerOptions {
  readonly url: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
}

/** For `page.evaluate`: connects by relays only. Returns the label of the channel that opened last, the device's channel for requests. */
export async function askForOffer({ url, ...login }: OfferAskerOptions): Promise<string> {
  const [offer, candidate, turnRequest, turnReply, requestOffer, loginReply] = [0, 2, 3, 4, 5, 21];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = new WebSocket(`${url}/signaling/v1`, 'json');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  let pc: RTCPeerConnection | undefined;
  const connect = (iceServers: RTCIceServer[]): RTCPeerConnection => {
    const made = new RTCPeerConnection({
      iceServers,
      iceTransportPolicy: 'relay',
      bundlePolicy: 'max-bundle',
    });
    const channel = made.createDataChannel('coap');
    channel.addEventListener('open', () => resolve(channel.label));
    made.addEventListener('iceconnectionstatechange', () => {
      if (['disconnected', 'failed'].includes(made.iceConnectionState))
        reject(new Error(made.iceConnectionState));
    });
    made.addEventListener('icecandidate', ({ candidate: found }) => {
      if (found !== null) send({ type: candidate, data: JSON.stringify(found) });
    });
    return made;
  };
  socket.addEventListener('open', () => send({ type: 20, ...login }));
  socket.addEventListener('close', ({ code }) => reject(new Error(`closed with ${code}`)));
  const handle = async (message: {
    type: number;
    data: string;
    iceServers: RTCIceServer[];
  }): Promise<void> => {
    if (message.type === loginReply) send({ type: turnRequest });
    if (message.type === turnReply) {
      pc = connect(message.iceServers);
      send({ type: requestOffer });
    }
    if (message.type === candidate) await pc?.addIceCandidate(JSON.parse(message.data));
    if (message.type !== offer || pc === undefined) return;
    await pc.setRemoteDescription(JSON.parse(message.data));
    await pc.setLocalDescription();
    send({ type: 1, data: JSON.stringify(pc.localDescription), metadata: {} });
  };
  socket.addEventListener('message', ({ data }) => void handle(JSON.parse(data)).catch(reject));
  return await promise;
}
