/** @module A page that shows a camera's picture and sound in a session of its own. */
import type { Session, WatchedTrack } from '@longwire/client';
import type { JSHandle, Page } from '@playwright/test';
import type { Device } from './device.ts';

/** What such a page has. */
export interface DoorViewer {
  readonly session: Session;
  readonly picture: WatchedTrack;
  readonly sound: WatchedTrack;
  readonly video: HTMLVideoElement;
  /** The session's peer connections, the newest last. */
  readonly peers: readonly RTCPeerConnection[];
}

/** Logs in and watches the tracks of the camera `door`, in a page that has loaded test.html. */
export async function openDoorViewer(
  page: Page,
  { productId, deviceId, sct, username, password }: Device,
  signalingServerUrl: string,
): Promise<JSHandle<DoorViewer>> {
  return await page.evaluateHandle(
    async ({ options, credentials }) => {
      const peers: RTCPeerConnection[] = [];
      class KeptPeer extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          peers.push(this);
        }
      }
      const session = window.longwire.createSession({
        ...options,
        RTCPeerConnection: KeptPeer,
        login: async (connection, signal) => await connection.authenticate(credentials, { signal }),
      });
      await session.ready();
      const video = document.createElement('video');
      const audio = document.createElement('audio');
      Object.assign(video, { muted: true, playsInline: true, autoplay: true });
      Object.assign(audio, { autoplay: true });
      const [picture, sound] = [session.tracks.watch('door-video'), session.tracks.watch('door-audio')];
      video.srcObject = picture.stream;
      audio.srcObject = sound.stream;
      document.body.append(video, audio);
      return { session, picture, sound, video, peers };
    },
    { options: { signalingServerUrl, productId, deviceId, sct }, credentials: { username, password } },
  );
}
