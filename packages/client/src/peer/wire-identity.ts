/** @module The identities at both ends of the DTLS transport: pinned when it first connects, dropped when it leaves `connected`. */
import type { Fingerprint, Listenable, Logger, WireFingerprints } from '@longwire/protocol';
import { EdgeError, Emitter } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import type { Disposer } from '../events/scope.ts';
import { fingerprintOfOneTransport } from './one-transport.ts';
import { ownFingerprint } from './own-fingerprint.ts';
import { remoteFingerprintOfStats, remoteFingerprintOfTransport } from './wire-certificate.ts';

interface WireIdentityEvents {
  /** The transport left `connected`: everything proven over it is void. */
  lost: [state: RTCDtlsTransportState];
}

/** Options of {@link WireIdentity}. */
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
    this.#emitter = new Emitter((event, error) =>
      logger.error('wire-identity.listener-failed', { event, error }),
    );
  }

  on<K extends keyof WireIdentityEvents>(
    event: K,
    listener: (...args: WireIdentityEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Finds the transport, which appears with the first descriptions; called after each of them. */
  watch(): void {
    const transport = this.#options.pc.sctp?.transport;
    if (!transport || transport === this.#transport) return;
    // A rollback may replace the transport; after it was connected it never changes.
    if (this.#wasConnected) {
      this.#lose('closed');
      return;
    }
    this.#stopListening();
    this.#transport = transport;
    this.#stopListening = listen(transport, 'statechange', () => this.#handleState(transport));
    this.#handleState(transport);
  }

  /** Pins the certificate on the wire, if not pinned yet. @throws EdgeError ERR_NO_CERTIFICATE */
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

  /** Both fingerprints, to bind a proof to this connection. @throws EdgeError ERR_NO_CERTIFICATE */
  async fingerprints(): Promise<WireFingerprints> {
    const deviceFingerprint = await this.pin();
    this.#requireConnected();
    return { clientFingerprint: ownFingerprint(this.#options.certificate), deviceFingerprint };
  }

  /** Whether proofs over the transport are still valid. */
  get isLive(): boolean {
    return !this.#isLost && this.#pinned !== undefined && this.#transport?.state === 'connected';
  }

  /**
   * Checks a remote description before it is applied: one transport with one certificate, and the pinned one if a
   * certificate is pinned.
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
        'description has another certificate than the pinned one',
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
      // Rolled back together with the offer that created it, before it connected.
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
      throw new EdgeError('ERR_NO_CERTIFICATE', `DTLS transport is ${state}`);
    }
  }
}
