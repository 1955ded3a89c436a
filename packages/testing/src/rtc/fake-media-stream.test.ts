/** @module The stream of a watched track is read like the browser's. */
import { createSession } from '@longwire/client';
import { expect, test } from 'vitest';
import { createFakeWorld } from '../index.ts';

test('the stream of a watched track lists its tracks, all and by kind', async () => {
  const world = await createFakeWorld();
  world.prepare = (device) =>
    device.resources.on('POST /webrtc/tracks', () => {
      device.addTrack('video', 'yard');
      void device.offer();
      return { statusCode: 201 };
    });
  await using session = createSession(world.options);
  await session.ready();
  const { stream } = session.tracks.watch('yard');
  expect(stream.getTracks()).toEqual([]);
  await world.settled();
  const [track] = stream.getTracks();
  expect(track).toMatchObject({ kind: 'video' });
  expect([stream.getVideoTracks(), stream.getAudioTracks()]).toEqual([[track], []]);
});
