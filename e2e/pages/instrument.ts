/** @module Watches what a page makes and sends; runs in the page before anything of its own, so it may use nothing from outside its body. */

/** What was seen. */
export interface Instruments {
  /** The configuration of every peer connection, as it was made and as it was changed. */
  readonly peerConfigurations: RTCConfiguration[];
  /** Text messages sent on data channels, by label. */
  readonly sentTexts: { readonly label: string; readonly text: string }[];
  /** Binary messages sent on data channels, by label. */
  readonly sentBytes: { readonly label: string; readonly bytes: readonly number[] }[];
  /** Candidates that were gathered here. */
  readonly candidates: string[];
  openSockets(): number;
  openPeers(): number;
}

declare global {
  interface Window {
    instruments: Instruments;
  }
}

/** For `page.addInitScript`. */
export function instrument(): void {
  const sockets: WebSocket[] = [];
  const peers: RTCPeerConnection[] = [];
  const instruments: Instruments = {
    peerConfigurations: [],
    sentTexts: [],
    sentBytes: [],
    candidates: [],
    openSockets: () => sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length,
    openPeers: () => peers.filter(({ connectionState }) => connectionState !== 'closed').length,
  };
  window.instruments = instruments;
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
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
      const { label } = channel;
      if (typeof data === 'string') instruments.sentTexts.push({ label, text: data });
      else if (data instanceof Uint8Array) instruments.sentBytes.push({ label, bytes: [...data] });
      Reflect.apply(send, channel, [data]);
    },
  });
}
