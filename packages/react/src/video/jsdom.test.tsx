// @vitest-environment jsdom
/** @module An application's own test in jsdom, which plays no media, shows a video without an error. */
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DeviceVideo } from '../index.ts';
import { camera, makeRig } from '../rig.fixture.ts';

test('a video with its sound is rendered, gets its stream, and is removed', async () => {
  // jsdom reports each call of what it does not have, and continues.
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const rig = await makeRig(camera);
  await rig.show(<DeviceVideo trackId="front" soundTrackId="yard" isMuted={false} label="Front door" />);
  const [video] = rig.all('video');
  expect(video?.getAttribute('aria-label')).toBe('Front door');
  await vi.waitFor(() => expect(video?.srcObject).toBeInstanceOf(Object));
  if (video === undefined) throw new Error('a video expected');
  fireEvent(video, new Event('playing'));
  expect(video.parentElement?.dataset['phase']).toBe('playing');
  await rig.show(null);
  expect(rig.all('video')).toEqual([]);
  const messages = report.mock.calls.map(([first]) => String(first));
  expect(messages.filter((message) => !message.includes('Not implemented'))).toEqual([]);
});
