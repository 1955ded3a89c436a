/**
 * @module Records what a page shows while the service is hostile, and which peers it was connected to at that moment. Runs in the page before
 * its own scripts, so it may use nothing from outside its body.
 */

/** Something shown, with the certificates of the page's peers at that time. */
export interface ShownClaim {
  readonly kind: 'verified' | 'login' | 'user' | 'track' | 'trouble' | 'second transport';
  readonly text: string;
  /** For a track, whether it is video or audio. */
  readonly media?: string;
  /** As DER in base64. */
  readonly certificates: readonly string[];
}

declare global {
  interface Window {
    hostileWatch: {
      readonly claims: ShownClaim[];
      /** Records something that is shown now. */
      claim(claim: Omit<ShownClaim, 'certificates'>): void;
      /** Whether no description is being applied. */
      isStable(): boolean;
      /** Whether media has a transport besides the verified one. */
      hasSecondTransport(): boolean;
    };
  }
}

/** For `page.addInitScript`. */
export function hostileWatch(): void {
  const peers: RTCPeerConnection[] = [];
  const claims: ShownClaim[] = [];
  const remoteCertificates = (): string[] =>
    peers.flatMap(({ sctp }) => {
      const transport = sctp?.transport;
      if (transport === undefined || transport.state !== 'connected') return [];
      return transport
        .getRemoteCertificates()
        .slice(0, 1)
        .map((der) => btoa(String.fromCodePoint(...new Uint8Array(der))));
    });
  const claim = (made: Omit<ShownClaim, 'certificates'>): void => {
    claims.push({ ...made, certificates: remoteCertificates() });
  };
  const open = (): RTCPeerConnection[] => peers.filter(({ signalingState }) => signalingState !== 'closed');
  window.hostileWatch = {
    claims,
    claim,
    isStable: () => open().every(({ signalingState }) => signalingState === 'stable'),
    hasSecondTransport: () =>
      open().some((peer) =>
        peer
          .getTransceivers()
          .flatMap(({ receiver, sender }) => [receiver.transport, sender.transport])
          .some((transport) => transport !== null && transport !== peer.sctp?.transport),
      ),
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration: RTCConfiguration = {}) {
      super(configuration);
      peers.push(this);
    }
  };

  // What the console shows: each text once for as long as it stays.
  const shown = new Map<string, string>();
  const put = (key: string, made: Omit<ShownClaim, 'certificates'> | undefined): void => {
    const text = JSON.stringify(made) ?? '';
    if (shown.get(key) === text) return;
    shown.set(key, text);
    if (made !== undefined) claim(made);
  };
  // The console's name of a track that the device itself has not named.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside this body is available in the page
  const isGeneric = (name: string): boolean => /^(?:Camera|Sound) \d+$/u.test(name);
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- as above
  const textOf = (element: Element | null): string => element?.textContent?.trim() ?? '';
  const look = (): void => {
    const badge = document.querySelector('[data-testid="badge"]');
    const isVerified = badge?.classList.contains('lw-badge-verified') === true;
    put('badge', isVerified ? { kind: 'verified', text: textOf(badge) } : undefined);
    const who = textOf(document.querySelector('[data-testid="who-am-i"]'));
    put('who', / · /u.test(who) ? { kind: 'user', text: who } : undefined);
    for (const tile of document.querySelectorAll('.lw-tile-name')) {
      const media = tile.closest('.lw-tile-sound') === null ? 'video' : 'audio';
      const name = textOf(tile);
      put(`tile ${media}`, isGeneric(name) ? undefined : { kind: 'track', text: name, media });
    }
    // The console's own error messages are allowed; the attacker's words must not appear in them.
    const [strange] = /Call \+49|vault/u.exec(document.body?.textContent ?? '') ?? [];
    put('strange', strange === undefined ? undefined : { kind: 'trouble', text: strange });
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
