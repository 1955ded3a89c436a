/** @module The DTLS and SCTP transports of a fake peer connection. */
import { CountedTarget } from '../counted-target.ts';
import type { FakeCertificate } from './fake-certificate.ts';

/** The other side's certificate as a browser exposes it. */
export type CertificateView = 'transport' | 'stats' | 'nowhere';

/** A DTLS transport whose state a test can set. */
export class FakeDtlsTransport extends CountedTarget {
  readonly #view: CertificateView;
  state: RTCDtlsTransportState = 'new';
  remote: FakeCertificate | undefined;

  constructor(view: CertificateView) {
    super();
    this.#view = view;
  }

  getRemoteCertificates(): ArrayBuffer[] {
    if (this.#view !== 'transport' || this.remote === undefined) return [];
    return [this.remote.der.slice().buffer];
  }

  setState(state: RTCDtlsTransportState): void {
    this.state = state;
    this.fire('statechange');
  }

  /** The entries of `getStats()` about this transport. */
  stats(): [string, unknown][] {
    if (this.#view !== 'stats' || this.remote === undefined) return [];
    const { sdpFingerprint } = this.remote;
    return [
      ['T1', { id: 'T1', type: 'transport', remoteCertificateId: 'C1', localCertificateId: 'C0' }],
      ['C1', { id: 'C1', type: 'certificate', fingerprint: sdpFingerprint, fingerprintAlgorithm: 'sha-256' }],
    ];
  }
}

/** An SCTP transport over it. */
export class FakeSctpTransport {
  readonly transport: FakeDtlsTransport;
  maxMessageSize = 262_144;

  constructor(transport: FakeDtlsTransport) {
    this.transport = transport;
  }
}
