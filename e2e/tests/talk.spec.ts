/** @module Talking to a deployed device, which offers its audio `sendrecv` on one media line: what arrives there, with Opus and with PCMU. */
import type { Page } from 'puppeteer-core';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { openOldDevice } from '../harness/old-device.ts';
import { optionsFor, type TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';
const AUDIO = 'frontdoor-audio';

interface TalkFixtures {
  readonly codec: 'Opus' | 'PCMU';
}

const test = base.extend<TalkFixtures>({
  codec: ['Opus', { option: true }],
  kind: 'deployed',
  device: async ({ codec, shared, start }, use) =>
    await use(await start.device(shared.service, 'deployed', { args: codec === 'PCMU' ? ['--pcmu'] : [] })),
});

/** Packets of the microphone that the device has received so far. */
async function heard(client: TestClient): Promise<number> {
  const { json } = await client.requestJson('GET', '/talk');
  return typeof json === 'object' && json !== null && 'packets' in json ? Number(json.packets) : 0;
}

/** Waits until the device has received more than a second of audio. */
async function expectHeard(client: TestClient): Promise<void> {
  const before = await heard(client);
  await expect.poll(async () => await heard(client)).toBeGreaterThan(before + 50);
}

async function warnings(client: TestClient): Promise<(string | undefined)[]> {
  return (await client.events()).flatMap((event) =>
    event.type === 'warning' ? [event.error.reason ?? event.error.code] : [],
  );
}

/** Connects as the administrator, requests the audio of the device, and waits until it has arrived. */
async function connectWithAudio(
  connectClient: () => Promise<TestClient>,
  device: Device,
): Promise<TestClient> {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  expect(await client.requestTracks(AUDIO)).toBe(201);
  await expect.poll(async () => await client.trackIds()).toEqual([AUDIO]);
  return client;
}

for (const codec of ['Opus', 'PCMU'] as const) {
  test.describe(`a deployed device whose sound is ${codec}:`, () => {
    test.use({ codec });

    test('the microphone is heard on the line of the audio, also after it was stopped and started again, and a picture requested later moves', async ({
      connectClient,
      device,
    }) => {
      const client = await connectWithAudio(connectClient, device);
      await client.talk(AUDIO);
      await expectHeard(client);
      expect(await client.talkDirections()).toEqual(['sendrecv']);
      expect(await client.requestTracks(VIDEO)).toBe(201);
      await expectMovingPicture(client);
      await client.stopTalking();
      await expect.poll(async () => await client.talkDirections()).toEqual(['recvonly']);
      await client.talk(AUDIO);
      await expectHeard(client);
      expect(await client.talkDirections()).toEqual(['sendrecv', 'sendrecv']);
      expect(await warnings(client)).toEqual([]);
    });

    test('a microphone on a separate line moves to the line of the audio that is requested later', async ({
      connectClient,
      device,
    }) => {
      const client = await connectClient();
      await client.logInAsAdmin(device);
      await client.talk(AUDIO, 'sendonly');
      await expect.poll(async () => await client.talkDirections()).toEqual(['sendonly']);
      // On a line that the browser adds, the device does not recognise the upper-case `PCMU`.
      if (codec === 'Opus') await expectHeard(client);
      else await expect.poll(async () => await warnings(client)).toEqual(['INVALID_CODECS']);
      expect(await client.requestTracks(AUDIO, VIDEO)).toBe(201);
      await expectMovingPicture(client);
      await expect.poll(async () => await client.talkDirections()).toEqual(['sendrecv']);
      await expectHeard(client);
      expect(await warnings(client)).toEqual(codec === 'Opus' ? [] : ['INVALID_CODECS']);
    });
  });
}

test('two microphones under one name work although the answer names one source twice, and so does the picture', async ({
  connectClient,
  device,
}) => {
  const client = await connectWithAudio(connectClient, device);
  await client.talk(AUDIO);
  await client.talk(AUDIO, 'sendonly');
  await expect.poll(async () => await client.talkDirections()).toEqual(['sendrecv', 'sendonly']);
  await expectHeard(client);
  expect(await client.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(client);
  expect(await warnings(client)).toEqual([]);
});

/** Errors in the answers that the browser gets. */
type Refused = 'a direction that was not offered' | 'one source on two lines';

/** From now on the browser gets answers with something that it refuses. */
async function breakAnswers(client: TestClient, refused: Refused): Promise<void> {
  await client.page.evaluate((what) => {
    // oxlint-disable-next-line typescript/unbound-method -- called below with the connection as `this`
    const apply = RTCPeerConnection.prototype.setRemoteDescription;
    RTCPeerConnection.prototype.setRemoteDescription = async function (description) {
      const { type, sdp = '' } = description;
      const source = /^a=ssrc:.*\r\n/mu.exec(sdp)?.[0] ?? '';
      const broken =
        what === 'one source on two lines' ? `${sdp}${source}` : sdp.replace('a=recvonly', 'a=sendrecv');
      await Reflect.apply(apply, this, [type === 'answer' ? { type, sdp: broken } : description]);
    };
    window.mendAnswers = () => {
      RTCPeerConnection.prototype.setRemoteDescription = apply;
    };
  }, refused);
}

declare global {
  interface Window {
    mendAnswers: () => void;
  }
}

test('an answer that the browser refuses is an error of the track, and later negotiations succeed', async ({
  connectClient,
  device,
}) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  await breakAnswers(client, 'a direction that was not offered');
  await client.talk(AUDIO, 'sendonly');
  await expect.poll(async () => await warnings(client)).toEqual(['UNKNOWN_ERROR', 'ERR_NEGOTIATION']);
  await client.page.evaluate(() => window.mendAnswers());
  expect(await client.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(client);
  await client.talk(AUDIO, 'sendonly');
  await expectHeard(client);
  expect(await client.state()).toBe('connected');
});

test('an answer that leaves Chromium unable to negotiate ends the connection with an error, and a new connection works', async ({
  createClient,
  connectClient,
  device,
}) => {
  const client = await connectWithAudio(connectClient, device);
  await breakAnswers(client, 'one source on two lines');
  await client.talk('another-name', 'sendonly');
  expect(await client.closed()).toMatchObject({ code: 'ERR_NEGOTIATION' });
  expect(await warnings(client)).toEqual(['UNKNOWN_ERROR']);
  const next = await createClient();
  await next.connect();
  await next.logInAsAdmin(device);
  expect(await next.requestTracks(VIDEO)).toBe(201);
  await expectMovingPicture(next);
});

for (const codec of ['Opus', 'PCMU'] as const) {
  test.describe(`Firefox, ${codec}:`, () => {
    test.use({ codec });
    // Reason: Firefox has to start.
    test.slow();

    test('the microphone is heard in Firefox, and later answers are applied', async ({
      device,
      shared,
      signalingUrl,
    }) => {
      const firefox = await launchFirefox();
      const page = await firefox.newPage();
      await page.goto(`${shared.pagesUrl}/test.html`);
      await page.evaluate(
        async (options) => {
          window.probe = new window.Probe(options);
          await window.probe.connect();
        },
        optionsFor(device, signalingUrl),
      );
      await page.evaluate(
        async ({ username, password }) => await window.probe.authenticate(username, password),
        { username: device.username, password: device.password },
      );
      const request = async (method: 'GET' | 'POST', path: string, body?: object): Promise<string> =>
        await requestInFirefox(page, {
          method,
          path,
          body: body === undefined ? undefined : JSON.stringify(body),
        });
      await request('POST', '/webrtc/tracks', { tracks: [AUDIO] });
      await expect
        .poll(async () => await page.evaluate(() => window.probe.events.some(({ type }) => type === 'track')))
        .toBe(true);
      const packets = async (): Promise<number> => JSON.parse(await request('GET', '/talk')).packets;
      for (let time = 0; time < 2; time += 1) {
        await page.evaluate(async (trackId) => await window.probe.talk(trackId), AUDIO);
        const before = await packets();
        await expect.poll(packets).toBeGreaterThan(before + 50);
        await page.evaluate(() => window.probe.stopTalking());
        await expect
          .poll(async () => (await page.evaluate(() => window.probe.talkDirections())).at(-1))
          .toBe('recvonly');
      }
      expect(await page.evaluate(() => window.probe.events.filter(({ type }) => type === 'warning'))).toEqual(
        [],
      );
      await firefox.close();
    });
  });
}

async function requestInFirefox(
  page: Page,
  request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string | undefined },
): Promise<string> {
  return await page.evaluate(async ({ method, path, body }) => {
    const payload =
      body === undefined ? {} : { payload: [...new TextEncoder().encode(body)], contentFormat: 50 };
    const outcome = await window.probe.request({ method, path, ...payload });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return new TextDecoder().decode(Uint8Array.from(outcome.value.payload ?? []));
  }, request);
}

test.describe('the console', () => {
  test('the console asks before the microphone starts on a connection that is not bound', async ({
    openPage,
    shared,
    start,
  }) => {
    const { tab } = await openOldDevice({ service: shared.service, openPage, start });
    const { page } = tab;
    await page.reload();
    await page.getByRole('button', { name: 'Skip login' }).click();
    await expect(tab.badge).toHaveText('Not verified');
    const talk = page.getByRole('button', { name: 'Talk', exact: true });
    const gate = page.getByRole('dialog', { name: 'This connection is not confirmed' });
    await talk.click();
    await expect(gate).toContainText('hear what you say');
    await page.keyboard.press('Escape');
    await expect(gate).toBeHidden();
    await expect(talk).toBeFocused();
    await expect(talk).toHaveAttribute('aria-pressed', 'false');
    await talk.click();
    expect(await tab.overflow()).toBe(0);
    await gate.getByRole('button', { name: 'Go on anyway' }).click();
    await expect(gate).toBeHidden();
    await expect(page.getByRole('button', { name: /Starting the microphone|Talking/u })).toBeVisible();
  });

  test('the console shows talking while audio arrives at the device, also the second time', async ({
    connectClient,
    device,
    openPage,
    shared,
  }) => {
    const listener = await connectClient();
    await listener.logInAsAdmin(device);
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    const { page } = tab;
    await tab.expectMovingPicture();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    const talking = page.getByRole('button', { name: 'Talking: tap to stop' });
    await expect(talking).toBeVisible();
    await expectHeard(listener);
    await talking.click();
    await expect(page.getByRole('button', { name: 'Talk', exact: true })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    const after = await heard(listener);
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await expect(talking).toBeVisible();
    expect(await heard(listener)).toBeGreaterThan(after);
    await tab.expectMovingPicture();
  });
});
