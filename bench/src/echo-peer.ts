/** @module A bare peer of the device's WebRTC library that echoes: the floor for everything a device answers. */
import { cleanup, PeerConnection, type DataChannel } from 'node-datachannel';
import type { EchoPeer } from './page.ts';

/** Starts an echoing peer; close() ends it. */
export function startEchoPeer(): EchoPeer & { close(): void } {
  const peer = new PeerConnection('echo', { iceServers: [] });
  const channels: DataChannel[] = [];
  peer.onDataChannel((channel) => {
    channels.push(channel);
    channel.onMessage((message) => void (typeof message === 'string' && channel.sendMessage(message)));
  });
  return {
    answer: async (sdp) => {
      const gathered = new Promise<string>((resolve) => {
        peer.onGatheringStateChange((state) => {
          const description = peer.localDescription();
          if (state === 'complete' && description !== null) resolve(description.sdp);
        });
      });
      peer.setRemoteDescription(sdp, 'offer');
      return await gathered;
    },
    close: () => {
      channels.length = 0;
      peer.close();
      // Without it the library's threads keep the process alive.
      cleanup();
    },
  };
}
