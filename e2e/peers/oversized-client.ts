/**
 * @module A client that no browser lets a page be: it sends a message over the maximum on a channel, as a process of its own.
 * `oversized-client.ts --service ws://… --product P --device D --sct T --label L --length N`
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { PeerConnection } from 'node-datachannel';
import { WebSocket } from 'ws';
import { OFFERER, takeAnswer } from './take-answer.ts';

const { values } = parseArgs({
  options: {
    service: { type: 'string', default: '' },
    product: { type: 'string', default: '' },
    device: { type: 'string', default: '' },
    sct: { type: 'string', default: '' },
    label: { type: 'string', default: '' },
    length: { type: 'string', default: '0' },
  },
});

const socket = new WebSocket(`${values.service}/signaling/v1`, 'json');
await once(socket, 'open');
const send = (message: object): void => socket.send(JSON.stringify(message));

const peer = new PeerConnection('oversized', { ...OFFERER, maxMessageSize: 4_000_000 });
peer.onLocalDescription((sdp, type) => {
  if (type === 'offer') send({ type: 0, data: JSON.stringify({ type, sdp }), metadata: {} });
});
peer.onLocalCandidate((candidate, sdpMid) =>
  send({ type: 2, data: JSON.stringify({ candidate: candidate.replace(/^a=/u, ''), sdpMid }) }),
);
const channel = peer.createDataChannel(values.label);
channel.onOpen(() => {
  channel.sendMessage('x'.repeat(Number(values.length)));
  channel.sendMessage('{"type":0,"requestId":"next","method":"GET","path":"/p2p/webrtc-info"}');
});
// Either will do: the channel goes on, or it is given up.
channel.onMessage((message) => {
  if (typeof message === 'string' && message.includes('next'))
    console.log('over: the next message is answered');
});
channel.onClosed(() => console.log('over: the channel is closed'));

socket.on('message', (frame: Buffer) => {
  const { type, data = '{}' } = JSON.parse(frame.toString('utf8'));
  const content = JSON.parse(data);
  if (type === 21) send({ type: 3 });
  if (type === 4) peer.setLocalDescription('offer');
  // The device says how much it takes; this client does not care.
  if (type === 1) {
    takeAnswer(peer, content.sdp.replace(/max-message-size:\d+/u, 'max-message-size:4000000'));
  }
  // One address of the device is enough, and the one in its answer will do.
  if (type === 2 && peer.remoteDescription() !== null) {
    peer.addRemoteCandidate(content.candidate, content.sdpMid ?? '0');
  }
});
send({ type: 20, productId: values.product, deviceId: values.device, sct: values.sct });
