/** @module Connecting in one go, with services that take it and with services that do not, and what is done before it is wanted. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import type { SignalingProxy } from '../harness/signaling-proxy.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

/** With servers at hand, none of them here, the offer waits for nobody. */
const atHand = { iceServers: [] };

function typesToDevice({ messages }: SignalingProxy): number[] {
  return messages.flatMap(({ direction, message }) => (direction === 'toDevice' ? [message.type] : []));
}

/** The candidates that the device was told of: inside descriptions, and by themselves. */
function candidatesTold({ messages }: SignalingProxy): {
  readonly inside: string[];
  readonly alone: string[];
} {
  const told = messages.filter(({ direction }) => direction === 'toDevice').map(({ message }) => message);
  const texts = (...types: number[]): string =>
    told
      .filter(({ type }) => types.includes(type))
      .map(({ data }) => data)
      .join('\n');
  const CANDIDATE = /candidate:[^"\\]*? typ \w+/gu;
  return { inside: texts(0, 1).match(CANDIDATE) ?? [], alone: texts(2).match(CANDIDATE) ?? [] };
}

/** The candidates that the page has found. */
async function candidatesOf(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => window.instruments.candidates);
  return lines.flatMap((line) => /^candidate:.*? typ \w+/u.exec(line)?.[0] ?? []);
}

/** Found and told are looked at together, again and again: more may be found between two looks. */
async function expectEachToldOnce(page: Page, proxy: SignalingProxy): Promise<void> {
  await expect(async () => {
    const found = await candidatesOf(page);
    expect(found).not.toEqual([]);
    expect(Object.values(candidatesTold(proxy)).flat().toSorted()).toEqual(found.toSorted());
  }).toPass();
}

async function expectNothingOpen(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.instruments.openSockets() + window.instruments.openPeers()))
    .toBe(0);
}

forEachKind((kind) => {
  test('login, turn request and offer leave before anything is answered, and each candidate is told once', async ({
    shared,
    device,
    start,
    openPage,
  }) => {
    const proxy = await start.proxy({ upstream: shared.service.webSocketUrl });
    proxy.hold();
    const page = await openPage();
    const client = await TestClient.create(page, { ...optionsFor(device, proxy.url), ...atHand });
    const connecting = client.connect();
    await proxy.seen(({ message }) => message.type === 0);
    expect(typesToDevice(proxy).slice(0, 3)).toEqual([20, 3, 0]);
    await expectEachToldOnce(page, proxy);
    proxy.release();
    await connecting;
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(typesToDevice(proxy).filter((type) => type === 20)).toEqual([20]);
  });

  test('a service that takes one step at a time is served so, and remembered', async ({
    shared,
    device,
    start,
    openPage,
  }) => {
    const proxy = await start.proxy({ upstream: shared.service.webSocketUrl, isClassic: true });
    const options = { ...optionsFor(device, proxy.url), ...atHand };
    const page = await openPage();
    const logins = (): number => typesToDevice(proxy).filter((type) => type === 20).length;
    const client = await TestClient.create(page, options);
    // A quick answer to the login would make what follows it come in time.
    proxy.hold();
    const connecting = client.connect();
    await expect.poll(() => proxy.lost.map(({ type }) => type)).toEqual(expect.arrayContaining([3, 0]));
    proxy.release();
    await connecting;
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(logins()).toBe(2);
    await client.close();
    const again = await TestClient.create(page, options);
    await again.connect();
    expect((await again.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(logins()).toBe(3);
    await again.close();
    await expectNothingOpen(page);
  });

  test('prepare() stops before the offer, and connect() lets it go', async ({
    shared,
    device,
    start,
    openPage,
  }) => {
    const proxy = await start.proxy({
      upstream: shared.service.webSocketUrl,
      isClassic: kind === 'deployed',
    });
    const page = await openPage();
    const client = await TestClient.create(page, optionsFor(device, proxy.url));
    await client.prepare();
    expect(await client.state()).toBe('idle');
    expect(typesToDevice(proxy)).not.toContain(0);
    const candidates = await candidatesOf(page);
    expect(candidates).not.toEqual([]);
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(candidatesTold(proxy)).toEqual({ inside: candidates, alone: [] });
    await client.close();
    await expectNothingOpen(page);
  });

  test('what was prepared and is closed leaves nothing', async ({ createClient }) => {
    const client = await createClient();
    await client.prepare();
    await client.close();
    expect(await client.state()).toBe('closed');
    await expectNothingOpen(client.page);
  });

  test('one step at a time, where the application wants it', async ({ createClient }) => {
    const client = await createClient({ handshake: 'sequential' });
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
  });
});
