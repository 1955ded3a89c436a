/**
 * @module A bare peer of the device's WebRTC library in a separate process: the floor for everything a device does. It answers each
 * text with one of a fixed length, each message of a channel `binary` with a binary one, and receives or sends bulk data.
 * `bare-peer.ts --answer-bytes N [--binary-answer-bytes N] [--clip FILE]`; an offer comes by POST, the answer is the response.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { PeerConnection, type DataChannel } from 'node-datachannel';
import { listen } from '../../../scripts/listening.ts';
import { BareBulk } from './bare-bulk.ts';
import { BareClip } from './bare-clip.ts';
import { reportMemory } from './memory-report.ts';
import { unlessClosed } from './unless-closed.ts';

const { values } = parseArgs({
  options: {
    'answer-bytes': { type: 'string', default: '0' },
    'binary-answer-bytes': { type: 'string', default: '0' },
    clip: { type: 'string' },
  },
});

const answer = 'x'.repeat(Number(values['answer-bytes']));
const binaryAnswer = new Uint8Array(Number(values['binary-answer-bytes']));
const clip = values.clip === undefined ? undefined : new BareClip(values.clip);
/** Objects that must not be garbage-collected, by their peer. */
const channels = new Map<PeerConnection, DataChannel[]>();

function createPeer(): PeerConnection {
  const peer = new PeerConnection('bare', { iceServers: [], disableAutoNegotiation: true });
  channels.set(peer, []);
  peer.onDataChannel((channel) => {
    channels.get(peer)?.push(channel);
    if (channel.getLabel() === 'binary') {
      channel.onMessage(() =>
        unlessClosed(
          () => channel.isOpen(),
          () => void channel.sendMessageBinary(binaryAnswer),
        ),
      );
      return;
    }
    const bulk = new BareBulk(channel);
    channel.onMessage((message) => {
      const handle = (): void => {
        if (typeof message !== 'string') bulk.handleBytes(message.byteLength);
        else if (!bulk.handleText(message)) channel.sendMessage(answer);
      };
      unlessClosed(() => channel.isOpen(), handle);
    });
  });
  peer.onStateChange((state) => {
    if (state !== 'closed' && state !== 'disconnected' && state !== 'failed') return;
    channels.delete(peer);
    peer.close();
  });
  return peer;
}

async function answerTo(offer: string): Promise<string> {
  const peer = createPeer();
  const gathered = Promise.withResolvers<void>();
  peer.onGatheringStateChange((state) => void (state === 'complete' && gathered.resolve()));
  clip?.addTo(peer, offer);
  peer.setRemoteDescription(offer, 'offer');
  peer.setLocalDescription('answer');
  await gathered.promise;
  return peer.localDescription()?.sdp ?? '';
}

const server = createServer((request, response) => {
  void text(request).then(async (offer) => response.end(await answerTo(offer)));
});
const port = await listen(server);
reportMemory();
console.log(`bare peer at http://127.0.0.1:${port}`);
