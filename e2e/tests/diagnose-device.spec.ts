/** @module Each cause of a failing connection at the device, produced for real, and the diagnosis. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCodecClips } from '../harness/codec-clips.ts';
import {
  CONNECTED,
  credentialsOf,
  diagnose,
  findingOf,
  NETWORK,
  outcomes,
  skippedSteps,
} from '../harness/diagnosis.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CODEC_DEVICE } from '../harness/paths.ts';
import { sentPaths } from '../harness/sent-paths.ts';
import { optionsFor } from '../harness/test-client.ts';

test.describe('the device', () => {
  test('a device with another key than expected is diagnosed, and gets no further request', async ({
    openPage,
    signalingUrl,
    device,
  }) => {
    const page = await openPage();
    const findings = await diagnose(page, {
      ...optionsFor(device, signalingUrl),
      fingerprint: 'ab'.repeat(32),
      credentials: credentialsOf(device),
    });
    expect(outcomes(findings)).toEqual({ ...CONNECTED, identity: 'bad: wrong-fingerprint' });
    expect(skippedSteps(findings)).toEqual(['clock', ...NETWORK, 'user', 'codecs', 'line']);
    expect(await sentPaths(page)).toEqual(['/webrtc/challenge']);
  });

  test('a wrong password is diagnosed', async ({ openPage, signalingUrl, device }) => {
    const credentials = { username: 'admin', password: 'not this one' };
    const findings = await diagnose(await openPage(), { ...optionsFor(device, signalingUrl), credentials });
    expect(findingOf(findings, 'user')).toMatchObject({ kind: 'bad', code: 'wrong-password' });
  });

  test('a track without a codec that the browser plays is diagnosed', async ({ openPage, shared, start }) => {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-clips-'));
    const args = await makeCodecClips(directory, ['h265', 'vp8']);
    const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
    const options = {
      ...optionsFor(device, shared.service.webSocketUrl),
      credentials: credentialsOf(device),
    };
    const page = await openPage();
    const unplayable = await diagnose(page, { ...options, tracks: ['h265'] });
    expect(findingOf(unplayable, 'codecs')).toMatchObject({ kind: 'bad', code: 'no-common-codec' });
    const playable = await diagnose(page, { ...options, tracks: ['vp8'] });
    expect(findingOf(playable, 'codecs')).toMatchObject({
      kind: 'good',
      text: 'the browser plays vp8 in VP8',
    });
    const unknown = await diagnose(page, { ...options, tracks: ['no-such-track'] });
    expect(findingOf(unknown, 'codecs')).toMatchObject({ kind: 'bad', code: 'track-failed' });
    rmSync(directory, { recursive: true });
  });

  test('tracks that need a login are diagnosed', async ({ openPage, signalingUrl, device }) => {
    const findings = await diagnose(await openPage(), optionsFor(device, signalingUrl));
    expect(findingOf(findings, 'codecs')).toMatchObject({ kind: 'warning', code: 'forbidden' });
  });
});
