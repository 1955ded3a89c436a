/**
 * @module A client that no browser allows a page to be: it sends a message over the maximum size on a channel, in its own process.
 * `oversized-client.ts --service ws://… --product P --device D --sct T --label L --length N`
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { OfferingPeer, type Message } from './offering-peer.ts';

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

const client = new OfferingPeer(send, { maxMessageSize: 4_000_000 });
const channel = client.peer.createDataChannel(values.label);
channel.onOpen(() => {
  channel.sendMessage('x'.repeat(Number(values.length)));
  channel.sendMessage('{"type":0,"requestId":"next","method":"GET","path":"/p2p/webrtc-info"}');
  channel.onClosed(() => console.log('over: the channel is closed'));
});
// Both are allowed: the channel stays open, or it is closed.
channel.onMessage((message) => {
  if (typeof message === 'string' && message.includes('next'))
    console.log('over: the next message is answered');
});

socket.on('message', (frame: Buffer) => {
  // The device announces how much it accepts; this client ignores it.
  const text = frame.toString('utf8').replace(/max-message-size:\d+/u, 'max-message-size:4000000');
  const message: Message = JSON.parse(text);
  if (message.type === 21) send({ type: 3 });
  else if (message.type === 4) client.offer();
  else client.handleMessage(message);
});
send({ type: 20, productId: values.product, deviceId: values.device, sct: values.sct });
