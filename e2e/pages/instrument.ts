/** @module Records what a page creates and sends; runs in the page before its own scripts, so it may use nothing from outside its body. */

/** The records. */
export interface Instruments {
  /** The configuration of every peer connection, initial and changed. */
  readonly peerConfigurations: RTCConfiguration[];
  /** Messages on the channel of requests; streams are not recorded, they are unlimited. */
  readonly sentRequests: (string | Uint8Array)[];
  /** Candidates that this page gathered. */
  readonly candidates: string[];
  openSockets(): number;
  /** How many were created in total. */
  madeSockets(): number;
  /** The largest number open at once. */
  mostOpenSockets(): number;
  openPeers(): number;
  /** Gives the newest peer connection new ICE credentials. */
  restartIce(): void;
}

declare global {
  interface Window {
    instruments: Instruments;
  }
}

/** For `page.addInitScript`. */
export function instrument(): void {
  const sockets: WebSocket[] = [];
  let mostOpenSockets = 0;
  const peers: RTCPeerConnection[] = [];
  const instruments: Instruments = {
    peerConfigurations: [],
    sentRequests: [],
    candidates: [],
    openSockets: () => sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length,
    madeSockets: () => sockets.length,
    mostOpenSockets: () => mostOpenSockets,
    openPeers: () => peers.filter(({ connectionState }) => connectionState !== 'closed').length,
    restartIce: () => peers.at(-1)?.restartIce(),
  };
  window.instruments = instruments;
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
      mostOpenSockets = Math.max(mostOpenSockets, instruments.openSockets());
    }
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration: RTCConfiguration = {}) {
      super(configuration);
      peers.push(this);
      instruments.peerConfigurations.push(configuration);
      this.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate !== null) instruments.candidates.push(candidate.candidate);
      });
    }
    override setConfiguration(configuration: RTCConfiguration = {}): void {
      instruments.peerConfigurations.push(configuration);
      super.setConfiguration(configuration);
    }
  };
  // oxlint-disable-next-line typescript/unbound-method -- called below with the channel as `this`
  RTCDataChannel.prototype.send = new Proxy(RTCDataChannel.prototype.send, {
    apply(send, channel: RTCDataChannel, [data]: readonly unknown[]) {
      if (channel.label === 'coap') {
        if (typeof data === 'string') instruments.sentRequests.push(data);
        else if (data instanceof Uint8Array) instruments.sentRequests.push(data.slice());
      }
      Reflect.apply(send, channel, [data]);
    },
  });
}
