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

/** What a viewer needs in a page. */
export interface DoorAccess {
  readonly options: {
    readonly signalingServerUrl: string;
    readonly productId: string;
    readonly deviceId: string;
    readonly sct: string;
  };
  readonly credentials: { readonly username: string; readonly password: string };
}

/** The access to a device as its administrator. */
export function doorAccess(device: Device, signalingServerUrl: string): DoorAccess {
  const { productId, deviceId, sct, username, password } = device;
  return { options: { signalingServerUrl, productId, deviceId, sct }, credentials: { username, password } };
}

/** Runs in a page that has loaded test.html: logs in and watches the tracks of the camera `door`. */
export async function watchDoor({ options, credentials }: DoorAccess): Promise<DoorViewer> {
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
}

/** Opens a viewer in a page of Playwright's browser. */
export async function openDoorViewer(
  page: Page,
  device: Device,
  signalingServerUrl: string,
): Promise<JSHandle<DoorViewer>> {
  return await page.evaluateHandle(watchDoor, doorAccess(device, signalingServerUrl));
}

/** What a viewer has received. */
export interface DoorCounts {
  readonly pictures: number;
  /** Samples of sound that were not made up. */
  readonly heard: number;
  /** The energy of the sound. */
  readonly loud: number;
}

/** Runs in the page of a viewer. */
export async function countDoor({ peers }: DoorViewer): Promise<DoorCounts> {
  const sum = { pictures: 0, heard: 0, loud: 0 };
  const report = await peers.at(-1)?.getStats();
  report?.forEach((stats) => {
    if (stats.type !== 'inbound-rtp') return;
    sum.pictures += stats.framesDecoded ?? 0;
    sum.heard += (stats.totalSamplesReceived ?? 0) - (stats.concealedSamples ?? 0);
    sum.loud += stats.totalAudioEnergy ?? 0;
  });
  return sum;
}
