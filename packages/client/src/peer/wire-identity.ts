/** @module Who is at both ends of the DTLS transport: pinned when it first connects, gone when it leaves `connected`. */
import type { Fingerprint, Listenable, Logger, WireFingerprints } from '@longwire/protocol';
import { EdgeError, Emitter } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import type { Disposer } from '../events/scope.ts';
import { fingerprintOfOneTransport } from './one-transport.ts';
import { ownFingerprint } from './own-fingerprint.ts';
import { remoteFingerprintOfStats, remoteFingerprintOfTransport } from './wire-certificate.ts';

interface WireIdentityEvents {
  /** The transport left `connected`: nothing that was proven over it holds any more. */
  lost: [state: RTCDtlsTransportState];
}

/** What a wire identity is read from. */
export interface WireIdentityOptions {
  readonly pc: RTCPeerConnection;
  readonly certificate: RTCCertificate;
  readonly logger: Logger;
}

/** Reads and pins the other side's certificate (PROTOCOL.md section 6, "Which certificates"). */
export class WireIdentity implements Listenable<WireIdentityEvents> {
  readonly #options: WireIdentityOptions;
  readonly #emitter: Emitter<WireIdentityEvents>;
  #stopListening: Disposer = () => undefined;
  #transport: RTCDtlsTransport | undefined;
  #pinned: Fingerprint | undefined;
  #wasConnected = false;
  #isLost = false;

  constructor(options: WireIdentityOptions) {
    const { logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('identity.listener', { event, error }));
  }

  on<K extends keyof WireIdentityEvents>(
    event: K,
    listener: (...args: WireIdentityEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Looks for the transport, which appears with the first descriptions; called after each of them. */
  watch(): void {
    const transport = this.#options.pc.sctp?.transport;
    if (!transport || transport === this.#transport) return;
    // A rollback may bring another transport; once one was connected there is no other.
    if (this.#wasConnected) {
      this.#lose('closed');
      return;
    }
    this.#stopListening();
    this.#transport = transport;
    this.#stopListening = listen(transport, 'statechange', () => this.#handleState(transport));
    this.#handleState(transport);
  }

  /** Pins the certificate on the wire, if it is not pinned yet. @throws EdgeError ERR_NO_CERTIFICATE */
  async pin(): Promise<Fingerprint> {
    this.watch();
    if (this.#pinned === undefined) {
      this.#requireConnected();
      const fingerprint = remoteFingerprintOfStats(await this.#options.pc.getStats());
      this.#requireConnected();
      this.#pinned ??= fingerprint;
    }
    return this.#pinned;
  }

  /** Both fingerprints, for what is to be bound to this connection. @throws EdgeError ERR_NO_CERTIFICATE */
  async fingerprints(): Promise<WireFingerprints> {
    const deviceFingerprint = await this.pin();
    this.#requireConnected();
    return { clientFingerprint: ownFingerprint(this.#options.certificate), deviceFingerprint };
  }

  /** Whether what was proven over the transport still holds. */
  get isLive(): boolean {
    return !this.#isLost && this.#pinned !== undefined && this.#transport?.state === 'connected';
  }

  /**
   * Checks a remote description before it is applied: one transport with one certificate, and once a certificate is
   * pinned, that one.
   * @throws EdgeError ERR_CERTIFICATE_CHANGED
   */
  async checkDescription(sdp: string): Promise<void> {
    if (this.#pinned === undefined && this.#transport?.state === 'connected') {
      await this.pin().catch((error: unknown) => this.#options.logger.warn('identity.unpinned', { error }));
    }
    const named = fingerprintOfOneTransport(sdp);
    if (this.#pinned !== undefined && named !== this.#pinned) {
      throw new EdgeError(
        'ERR_CERTIFICATE_CHANGED',
        'description expected the pinned certificate, got another',
      );
    }
  }

  close(): void {
    this.#isLost = true;
    this.#stopListening();
    this.#emitter.clear();
  }

  #handleState(transport: RTCDtlsTransport): void {
    if (transport.state === 'connected') {
      this.#wasConnected = true;
      this.#pinned ??= remoteFingerprintOfTransport(transport);
    } else if (this.#wasConnected || transport.state === 'failed') {
      this.#lose(transport.state);
    } else if (transport.state === 'closed') {
      // Rolled back together with the offer that made it, before anybody was at its other end.
      this.#forget();
    }
  }

  #forget(): void {
    this.#stopListening();
    this.#transport = undefined;
  }

  #lose(state: RTCDtlsTransportState): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#emitter.emit('lost', state);
  }

  #requireConnected(): void {
    const state = this.#transport?.state ?? 'missing';
    if (this.#isLost || state !== 'connected') {
      throw new EdgeError('ERR_NO_CERTIFICATE', `DTLS transport expected connected, got ${state}`);
    }
  }
}
