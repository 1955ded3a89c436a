/** @module A lost answer is asked for again, and never erases what is already listed. */

import { expect, test } from 'vitest';
import { StatusError, type ListedTrack, type Session } from '@longwire/client';
import { followOfferedTracks } from './use-offered-tracks.ts';
import { FALLBACK_TRACKS, type OfferedTracks } from '../live/offered-tracks.ts';

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A device that answers with the current `answer`, and a session that can report a new connection. */
function rig(answer: () => Promise<readonly ListedTrack[]>) {
  const changed = new Set<() => void>();
  const seen: OfferedTracks[] = [];
  const device = { answer };
  const session: Pick<Session, 'tracks' | 'on'> = Object({
    tracks: { list: async () => await device.answer() },
    on: (_name: string, listener: () => void) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
  });
  const end = followOfferedTracks(session, (offered) => seen.push(offered));
  return { device, seen, changed, end, change: () => changed.forEach((listener) => listener()) };
}

const GARDEN: ListedTrack = {
  trackId: 'garden',
  kind: 'video',
  codecs: [],
  canWatch: true,
  canSend: false,
  isDefault: true,
};
const garden = async (): Promise<readonly ListedTrack[]> => [GARDEN];
const lost = async (): Promise<readonly ListedTrack[]> => {
  throw new Error('lost');
};
const views = (seen: readonly OfferedTracks[]): unknown =>
  seen.map((offered) => offered.views.map(({ videoTrackId }) => videoTrackId));

test('a lost track list is asked for again over the next connection, and the received one is kept from then on', async () => {
  const { device, seen, change } = rig(lost);
  await settle();
  expect(seen).toEqual([FALLBACK_TRACKS]);
  device.answer = garden;
  change();
  await settle();
  expect(views(seen)).toEqual([['frontdoor-video'], ['garden']]);
  device.answer = lost;
  change();
  await settle();
  expect(views(seen)).toEqual([['frontdoor-video'], ['garden'], ['garden']]);
  device.answer = async () => {
    throw new StatusError('ERR_REQUEST_REFUSED', 'cannot read /webrtc/tracks', 401);
  };
  change();
  await settle();
  expect(views(seen.slice(-1))).toEqual([['garden']]);
});

test('only the newest track list counts, and none after following ended', async () => {
  const slow = Promise.withResolvers<readonly ListedTrack[]>();
  const { device, seen, change, changed, end } = rig(async () => slow.promise);
  device.answer = garden;
  change();
  await settle();
  slow.resolve([]);
  await settle();
  expect(views(seen)).toEqual([['garden']]);
  change();
  end();
  await settle();
  expect([seen.length, changed.size]).toEqual([1, 0]);
});
