/** @module Records when the last packet arrived and when the badge changed, by the page's clock; runs before the page's own code and may use nothing from outside its body. */

/** Times in milliseconds of `performance.now()`. */
export interface BadgeWatch {
  /** When a packet counter last grew: STUN, DTLS or SRTP, of any connection. */
  lastPacketMs: number;
  /** When the badge last stopped showing that the device is verified. */
  goneMs: number | undefined;
  /** How often it has done so. */
  timesGone: number;
  /** Media packets that have arrived. */
  mediaPackets: number;
  /** Resolves when the badge has shown it for a while: long enough for a false alarm to appear. */
  readonly quiet: Promise<void>;
}

declare global {
  interface Window {
    badgeWatch: BadgeWatch;
  }
}

/** For `page.addInitScript`. */
export function watchBadge(): void {
  const { promise: quiet, resolve } = Promise.withResolvers<void>();
  const watch: BadgeWatch = { lastPacketMs: 0, goneMs: undefined, timesGone: 0, mediaPackets: 0, quiet };
  window.badgeWatch = watch;
  const peers: RTCPeerConnection[] = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      peers.push(this);
    }
  };
  const keys = ['packetsReceived', 'requestsReceived', 'responsesReceived'];
  let before = 0;
  const look = async (): Promise<void> => {
    let packets = 0;
    let media = 0;
    for (const pc of peers.filter(({ connectionState }) => connectionState !== 'closed')) {
      for (const [, entry] of await pc.getStats()) {
        if (entry.type === 'inbound-rtp') media += Number(entry.packetsReceived);
        if (entry.type !== 'transport' && entry.type !== 'candidate-pair') continue;
        for (const key of keys) packets += Number(Reflect.get(entry, key) ?? 0);
      }
    }
    if (packets > before) watch.lastPacketMs = performance.now();
    before = packets;
    watch.mediaPackets = media;
    setTimeout(() => void look(), 50);
  };
  void look();
  let wasVerified = false;
  const observer = new MutationObserver(() => {
    const badge = document.querySelector('[data-testid="badge"]')?.textContent;
    const isVerified = badge === 'Verified';
    if (wasVerified && !isVerified) {
      watch.goneMs = performance.now();
      watch.timesGone += 1;
    }
    if (isVerified && !wasVerified) setTimeout(resolve, 4000);
    wasVerified = isVerified;
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
