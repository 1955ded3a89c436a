/** @module The offer in the WebSocket's opening handshake (`early/1`), over a line that delays TCP: sent from a page's second connection on, and only to services that support it. */
import { linesOf } from '@longwire/demo';
import { earlyMessages } from '@longwire/protocol';
import type { Page } from '@playwright/test';
import { DelayedPort } from '../harness/delay-connections.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { recordSockets, type RecordedSocket } from '../harness/recorded-sockets.ts';
import { optionsFor, unwrap, type TestClientOptions } from '../harness/test-client.ts';
import type { Outcome } from '../pages/outcome.ts';

/** In milliseconds: the opening's two round trips are then long enough for early messages to pay off. */
const ROUND_TRIP_MS = 60;

/** The types of the messages of one connection, in order: login, turn request, offer. */
const ONCE = [20, 3, 0];

/** An offer that is not ready in time goes as a frame, and its candidate after it: usually when the page waits for the processor. */
const MOST_TRIES = 10;

/** How many characters of an opening handshake's name are searched for in logs. */
const END_OF_NAME = 40;

/** The result of one connection of a page, with the page's log and trace. */
interface Connected {
  readonly outcome: Outcome<number>;
  readonly log: string;
}

/** Connects with preconfigured ICE servers, sends a request to the device, and closes. */
async function connectOnce(page: Page, options: TestClientOptions): Promise<Connected> {
  return await page.evaluate(
    async (input) => {
      const lines: unknown[] = [];
      const note = (...line: unknown[]): void => void lines.push(line);
      const logger = { debug: note, info: note, warn: note, error: note };
      const connection = window.longwire.createConnection({ ...input, logger });
      const outcome = await window.attempt(async () => {
        await connection.connect();
        const { statusCode } = await connection.request('GET', '/p2p/webrtc-info');
        await connection.close();
        return statusCode;
      });
      return { outcome, log: JSON.stringify([lines, connection.trace]) };
    },
    { ...options, iceServers: [] },
  );
}

/** The secret part of a token; the part before it is its id. */
function secretOf(sct = ''): string {
  return sct.split('_').slice(2).join('_');
}

/** The types of the messages in an opening handshake. */
function earlyTypes(socket: RecordedSocket | undefined): unknown[] {
  return earlyMessages(socket?.protocols).map((text) => Reflect.get(JSON.parse(text), 'type'));
}

/** Whether an opening handshake carries an offer that contains a candidate. */
function hasEarlyCandidate(socket: RecordedSocket): boolean {
  return earlyMessages(socket.protocols).some((text) => text.includes('a=candidate:'));
}

/** The service's address at the end of the line. */
async function delayed(cleanUp: AsyncDisposableStack, url: string): Promise<string> {
  const line = await DelayedPort.open(Number(new URL(url).port), linesOf({ roundTripMs: ROUND_TRIP_MS }));
  cleanUp.defer(async () => await line.stop());
  return `ws://127.0.0.1:${line.port}`;
}

forEachKind((kind) => {
  test('the second connection sends login, turn request and an offer with a candidate while it opens, and no log contains them', async ({
    start,
    openPage,
  }) => {
    await using cleanUp = new AsyncDisposableStack();
    const service = await start.service({ args: ['--log-level', 'debug'] });
    const device = await start.device(service, kind, { args: kind === 'longwire' ? ['--verbose'] : [] });
    const options = optionsFor(device, await delayed(cleanUp, service.webSocketUrl));
    const page = await openPage();
    const sockets = await recordSockets(page);
    const connects = [await connectOnce(page, options)];
    expect(sockets.map(({ protocols }) => protocols)).toEqual(['json']);
    while (connects.length < MOST_TRIES && !sockets.some(hasEarlyCandidate))
      connects.push(await connectOnce(page, options));
    const wrong = await connectOnce(page, { ...options, sct: 'lw_0000000000_of-no-device' });

    expect(connects.map(({ outcome }) => unwrap(outcome))).toEqual(connects.map(() => 205));
    expect(wrong.outcome).toMatchObject({
      ok: false,
      error: { code: 'ERR_TOKEN_REJECTED', closeCode: 4002 },
    });
    expect(sockets).toHaveLength(connects.length + 1);
    const allTypes = sockets.slice(0, -1).map((socket) => [...earlyTypes(socket), ...socket.sentTypes]);
    // No message is sent twice; only later candidates follow as frames.
    expect(allTypes.map((types) => types.filter((type) => type !== 2))).toEqual(allTypes.map(() => ONCE));
    expect(sockets.slice(0, -1).filter(hasEarlyCandidate).map(earlyTypes)).toContainEqual([20, 3, 0]);
    expect(earlyTypes(sockets.at(-1))).toEqual(expect.arrayContaining([20, 3]));

    const logs = [service.child.log, device.child.log, ...[...connects, wrong].map(({ log }) => log)];
    const secrets = [options.sct, 'lw_0000000000_of-no-device'].map(secretOf);
    const names = sockets.map(({ protocols }) => protocols).filter((name) => name !== 'json');
    expect(service.child.log).toContain('client logged in');
    for (const log of logs)
      for (const text of ['longwire-early', ...secrets, ...names.map((name) => name.slice(-END_OF_NAME))])
        expect(log).not.toContain(text);
  });

  test('a service that does not announce early messages never gets one', async ({
    shared,
    device,
    start,
    openPage,
  }) => {
    await using cleanUp = new AsyncDisposableStack();
    const proxy = await start.proxy({
      upstream: shared.service.webSocketUrl,
      isClassic: true,
      rewrite: ({ message }) => (message.type === 21 ? { type: 21 } : message),
    });
    const options = optionsFor(device, await delayed(cleanUp, proxy.url));
    const page = await openPage();
    const sockets = await recordSockets(page);
    for (let round = 0; round < 3; round += 1) {
      const { outcome } = await connectOnce(page, options);
      expect(unwrap(outcome)).toBe(205);
    }
    expect([...new Set(sockets.map(({ protocols }) => protocols))]).toEqual(['json']);
  });
});

test('a service that stops supporting early messages gets frames, and no early message afterwards', async ({
  shared,
  device,
  start,
  openPage,
}) => {
  await using cleanUp = new AsyncDisposableStack();
  // It announces what the service announces, but does not support early messages.
  const proxy = await start.proxy({ upstream: shared.service.webSocketUrl });
  const options = optionsFor(device, await delayed(cleanUp, proxy.url));
  const page = await openPage();
  const sockets = await recordSockets(page);
  expect(unwrap((await connectOnce(page, options)).outcome)).toBe(205);
  proxy.rewrite = ({ message }) => (message.type === 21 ? { type: 21 } : message);
  for (let round = 0; round < 2; round += 1)
    expect(unwrap((await connectOnce(page, options)).outcome)).toBe(205);
  expect(sockets.map((socket) => earlyTypes(socket).length > 0)).toEqual([false, true, false, false]);
  expect(sockets.map(({ sentTypes }) => sentTypes.includes(20))).toEqual([true, false, true, true]);
});
