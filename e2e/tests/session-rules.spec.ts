/** @module How a session reacts to each event, with real processes: the rules of docs/guides/sessions.md. */
import type { Page } from '@playwright/test';
import type { DeviceOptions, Kind } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { TestSession } from '../harness/link-session.ts';
import { HARD_PRESSED_DEVICE, STREAM_DEVICE } from '../harness/paths.ts';
import { sentPaths } from '../harness/sent-paths.ts';
import type { Followed, SessionCalls } from '../pages/session-calls.ts';

// Reason: a loss takes time to be noticed, and a device that is back is found after a back-off.
test.setTimeout(180_000);

/** The port of a stream that stays open. */
const SHELL = 23;

const POSTED = '/iam/users';
const ASKED = '/p2p/webrtc-info';

/** A device with streams; those in the field open any. */
const STREAMING: Readonly<Record<Kind, DeviceOptions>> = {
  // Its tunnel and its files are not used.
  longwire: { main: STREAM_DEVICE, args: ['--tcp-port', '9', '--files', '/nonexistent'] },
  deployed: {},
};

/** A value that a restart changes. Without notifications, polling would see it an hour later. */
const FOLLOWED: Readonly<Record<Kind, Followed>> = {
  longwire: { path: '/process', field: 'pid', pollMs: 3_600_000 },
  deployed: { path: '/iam/me', field: 'DisplayName', pollMs: 200 },
};

/** The operations that run on the page's session. */
async function callsOf(page: Page): Promise<Pick<SessionCalls, 'ends' | 'values'>> {
  return await page.evaluate(() => {
    const { ends, values } = window.sessionProbe.calls;
    return { ends, values };
  });
}

/** The browser reports that it is on another network. */
async function changeNetwork(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
}

forEachKind((kind) => {
  test('when the device freezes, is killed and restarts, operations that are safe to repeat continue, and the others report how they ended', async ({
    openPage,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, kind, STREAMING[kind]);
    const page = await openPage();
    const session = await TestSession.start(page, device, {
      signalingServerUrl: shared.signalingUrl(kind),
    });
    await page.evaluate(
      async ({ username, port, followed }) => {
        const { session: held, calls } = window.sessionProbe;
        await held.iam.setDisplayName(username, 'Door');
        await calls.openStream(port);
        calls.follow(followed);
      },
      { username: device.username, port: SHELL, followed: FOLLOWED[kind] },
    );
    const values = async (): Promise<unknown[]> => (await callsOf(page)).values;
    const ends = async (): Promise<SessionCalls['ends']> => (await callsOf(page)).ends;
    const first = kind === 'longwire' ? device.child.pid : 'Door';
    await expect.poll(values).toEqual([first]);

    device.child.signal('SIGSTOP');
    for (const path of [POSTED, ASKED]) expect(await sentPaths(page)).not.toContain(path);
    await page.evaluate(
      ({ posted, asked }) => {
        window.sessionProbe.calls.request('POST', posted);
        window.sessionProbe.calls.request('GET', asked);
      },
      { posted: POSTED, asked: ASKED },
    );
    await expect.poll(async () => await sentPaths(page)).toEqual(expect.arrayContaining([POSTED, ASKED]));
    await device.child.kill();
    await expect.poll(async () => await session.state(), { timeout: 60_000 }).toBe('recovering');
    await expect.poll(ends).toEqual({ POST: 'ERR_OUTCOME_UNKNOWN', stream: 'ERR_CONNECTION_CLOSED' });

    const started = start.child(await device.startAgain());
    await expect.poll(async () => await session.state(), { timeout: 60_000 }).toBe('ready');
    await expect
      .poll(ends)
      .toEqual({ POST: 'ERR_OUTCOME_UNKNOWN', GET: 205, stream: 'ERR_CONNECTION_CLOSED' });
    const second = kind === 'longwire' ? started.pid : undefined;
    await expect.poll(values).toEqual([first, second]);
  });

  test('a wrong fingerprint ends the session after one socket, and no network event opens another', async ({
    openPage,
    device,
    signalingUrl: signalingServerUrl,
  }) => {
    const page = await openPage();
    // How many sockets it takes to find the right handshake is not part of this test.
    const connection = { signalingServerUrl, handshake: 'sequential' } as const;
    const made = async (): Promise<number> => await page.evaluate(() => window.instruments.madeSockets());
    const session = await TestSession.begin(page, device, { ...connection, fingerprint: '00'.repeat(32) });
    await expect(session.ready()).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' });
    expect(await session.states()).toEqual([
      { kind: 'ended', reason: expect.objectContaining({ code: 'ERR_WRONG_DEVICE' }) },
    ]);
    expect(await made()).toBe(1);
    await changeNetwork(page);
    await session.retryNow();
    // Long enough for an ended session to open another one.
    await TestSession.start(page, device, connection);
    expect(await made()).toBe(2);
    expect(await page.evaluate(() => window.instruments.openSockets())).toBe(1);
  });

  test('while the device is offline the session has at most one attempt and one socket that waits for the device, and finds the device when it is back', async ({
    openPage,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, kind);
    await device.child.kill();
    const page = await openPage();
    const session = await TestSession.begin(page, device, {
      signalingServerUrl: shared.signalingUrl(kind),
    });
    for (const attempt of [2, 3, 4]) {
      await expect.poll(async () => await session.awaitedAttempt()).toBeGreaterThanOrEqual(attempt);
      await session.retryNow();
    }
    await expect.poll(async () => await session.awaitedAttempt()).toBeGreaterThanOrEqual(5);
    const states = await session.states();
    expect(new Set(states.map(({ kind: name, reason }) => `${name}: ${reason?.code}`))).toEqual(
      new Set(['connecting: ERR_DEVICE_OFFLINE']),
    );
    expect(await page.evaluate(() => window.instruments.mostOpenSockets())).toBeLessThanOrEqual(2);
    start.child(await device.startAgain());
    expect(await session.whoAmI()).toBe(device.username);
  });

  test('a token function is called for each connection', async ({
    openPage,
    shared,
    start,
    device,
    signalingUrl,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl });
    const page = await openPage();
    const sct = [device.sct, await shared.service.addToken(device.deviceId)];
    const session = await TestSession.start(page, device, { signalingServerUrl: proxy.url, sct });
    const tokens = (): unknown[] =>
      proxy.messages.flatMap(({ message }) => (message.type === 20 ? [message['sct']] : []));
    expect(new Set(tokens())).toEqual(new Set(sct.slice(0, 1)));
    const first = await page.evaluateHandle(() => window.sessionProbe.session.connection);
    await changeNetwork(page);
    await expect
      .poll(async () => await first.evaluate((used) => used === window.sessionProbe.session.connection))
      .toBe(false);
    expect(await session.whoAmI()).toBe(device.username);
    expect([...new Set(tokens())]).toEqual(sct);
    expect(await session.stateNames()).toEqual(['ready']);
  });
});

/** A limit of one session, by the side that enforces it. */
const ROOM_FOR_ONE: Readonly<Record<'device' | 'service', { serviceArgs: string[]; device: DeviceOptions }>> =
  {
    device: { serviceArgs: [], device: { main: HARD_PRESSED_DEVICE, args: ['--max-sessions', '1'] } },
    service: { serviceArgs: ['--max-clients-per-device', '1'], device: {} },
  };

for (const [by, { serviceArgs, device: options }] of Object.entries(ROOM_FOR_ONE)) {
  test(`with one session allowed by the ${by}, a network change closes the old connection before a new one is made`, async ({
    openPage,
    start,
  }) => {
    const service = await start.service({ args: serviceArgs });
    const device = await start.device(service, 'longwire', options);
    const page = await openPage();
    const session = await TestSession.start(page, device, { signalingServerUrl: service.webSocketUrl });
    await changeNetwork(page);
    await expect.poll(async () => await session.stateNames()).toEqual(['ready', 'recovering', 'ready']);
    expect(await session.whoAmI()).toBe(device.username);
    await expect
      .poll(() => page.evaluate(() => [window.instruments.openSockets(), window.instruments.openPeers()]))
      .toEqual([1, 1]);
  });
}
