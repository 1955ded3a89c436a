/** @module The part of node-datachannel's peer connection that the device uses. */
import type { IceServer, Logger } from '@longwire/protocol';
import type { PeerConnection, Track, Video } from 'node-datachannel';
import type { NativeChannel } from './safe-channel.ts';

/** The part of node-datachannel's track that is used. */
export type NativeTrack = Pick<
  Track,
  'close' | 'isOpen' | 'sendMessageBinary' | 'onOpen' | 'onClosed' | 'onError' | 'onMessage'
>;

/** The part of node-datachannel's peer connection that is used. */
export type NativePeer = Pick<
  PeerConnection,
  | 'close'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'localDescription'
  | 'remoteFingerprint'
  | 'addRemoteCandidate'
  | 'signalingState'
  | 'gatheringState'
  | 'onLocalCandidate'
  | 'onStateChange'
  | 'onGatheringStateChange'
> & {
  addTrack(media: Video): NativeTrack;
  createDataChannel(label: string, config?: { negotiated: boolean; id: number }): NativeChannel;
  onDataChannel(listener: (channel: NativeChannel) => void): void;
};

/** Options of {@link CreateNativePeer}. */
export interface NativePeerOptions {
  readonly name: string;
  readonly iceServers: readonly IceServer[];
  readonly bindAddress: string | undefined;
  readonly logger?: Logger;
}

/** Creates a native peer. */
export type CreateNativePeer = (options: NativePeerOptions) => NativePeer;
