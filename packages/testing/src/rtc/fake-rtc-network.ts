/** @module All fake peer connections of one test: connects them and counts the open ones. */
import { asPeerClass } from '../as-dom.ts';
import { FakeCertificate } from './fake-certificate.ts';
import {
  FakePeerConnection,
  type FakeCarry,
  type FakeGathering,
  type FakePeerNetwork,
} from './fake-peer-connection.ts';
import type { CertificateView } from './fake-transports.ts';

/** How the fakes of a network behave. */
export interface FakeRtcOptions {
  /** Where a peer connection exposes the other side's certificate. */
  readonly certificateView?: CertificateView;
  readonly gathering?: FakeGathering;
  /** Delivers what a peer connection sends on a channel: now, later or never. */
  readonly carry?: FakeCarry;
}

/** Creates peer connections, and connects those that have each other's description. */
export class FakeRtcNetwork implements FakePeerNetwork {
  readonly certificateView: CertificateView;
  readonly gathering: FakeGathering;
  readonly carry: FakeCarry;
  readonly all: FakePeerConnection[] = [];
  /** Replaces the browser's class in a client's options. */
  readonly RTCPeerConnection: typeof RTCPeerConnection;

  constructor(options: FakeRtcOptions = {}) {
    this.certificateView = options.certificateView ?? 'transport';
    this.gathering = options.gathering ?? 'auto';
    this.carry = options.carry ?? ((_from, _label, deliver) => deliver());
    const createPeer = (configuration: RTCConfiguration): FakePeerConnection => this.create(configuration);
    const PeerConnection = function PeerConnection(configuration: RTCConfiguration): FakePeerConnection {
      return createPeer(configuration);
    };
    PeerConnection.prototype = FakePeerConnection.prototype;
    PeerConnection.generateCertificate = async (): Promise<FakeCertificate> => new FakeCertificate();
    this.RTCPeerConnection = asPeerClass(PeerConnection);
  }

  /** How many peer connections are not closed. */
  get open(): number {
    return this.all.filter(({ connectionState }) => connectionState !== 'closed').length;
  }

  /** Listeners left on all peer connections, transports and channels. */
  get listeners(): number {
    return this.all.reduce((sum, peer) => sum + peer.allListeners, 0);
  }

  create(configuration: RTCConfiguration = {}): FakePeerConnection {
    const peer = new FakePeerConnection({ network: this, configuration, id: `${this.all.length + 1}` });
    this.all.push(peer);
    return peer;
  }

  find(peerId: string): FakePeerConnection | undefined {
    return this.all.find(({ id }) => id === peerId);
  }

  /** Connects a peer with the one that made its remote description, if that one has its description too. */
  tryConnect(peer: FakePeerConnection): void {
    const other = peer.remotePeerId === undefined ? undefined : this.find(peer.remotePeerId);
    if (other?.remotePeerId !== peer.id || !peer.isSettled || !other.isSettled) return;
    queueMicrotask(() => FakePeerConnection.connect(peer, other));
  }
}
