/** @module Each cause of a connection that fails at the device, made for real, and what a diagnosis says of it. */
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
  test('another key than the one expected: nothing more is said to it', async ({
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
    expect(skippedSteps(findings)).toEqual(['clock', ...NETWORK, 'user', 'codecs']);
    expect(await sentPaths(page)).toEqual(['/webrtc/challenge']);
  });

  test('a wrong password', async ({ openPage, signalingUrl, device }) => {
    const credentials = { username: 'admin', password: 'not this one' };
    const findings = await diagnose(await openPage(), { ...optionsFor(device, signalingUrl), credentials });
    expect(findingOf(findings, 'user')).toMatchObject({ kind: 'bad', code: 'wrong-password' });
  });

  test('no codec that the browser plays', async ({ openPage, shared, start }) => {
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

  test('without a login the tracks are not allowed', async ({ openPage, signalingUrl, device }) => {
    const findings = await diagnose(await openPage(), optionsFor(device, signalingUrl));
    expect(findingOf(findings, 'codecs')).toMatchObject({ kind: 'warning', code: 'forbidden' });
  });
});
