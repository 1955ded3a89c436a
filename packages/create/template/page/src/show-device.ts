/** @module Shows one device: its answer to one request, and its first camera. */
import type { Session } from '@longwire/client';

/** The elements that show the device. */
export interface DeviceView {
  readonly status: HTMLElement;
  readonly answer: HTMLElement;
  readonly video: HTMLVideoElement;
}

/** Shows the device; the picture continues over each connection of the session. Rejects with the reason if there is nothing to show. */
export async function showDevice(session: Session, { status, answer, video }: DeviceView): Promise<void> {
  const showState = (): void => {
    const { kind, reason } = session.state;
    status.textContent = reason?.message ?? kind;
  };
  showState();
  session.on('statechange', showState);
  await session.ready();
  answer.textContent = (await session.request('GET', '/temperature')).text();
  const tracks = (await session.tracks.list()) ?? [];
  const camera = tracks.find(({ kind, canWatch }) => kind === 'video' && canWatch);
  if (camera === undefined) throw new Error('the device lists no camera');
  const watched = session.tracks.watch(camera.trackId);
  watched.on('change', (track) => {
    if (track.kind === 'failed') status.textContent = track.error.message;
    else showState();
  });
  video.srcObject = watched.stream;
}
