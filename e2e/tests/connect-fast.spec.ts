/** @module Connecting without waiting for answers, with services that support it and with those that do not, and preparing in advance. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import type { SignalingProxy } from '../harness/signaling-proxy.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

/** With configured ICE servers, none of them here, the offer waits for no answer. */
const atHand = { iceServers: [] };

function typesToDevice({ messages }: SignalingProxy): number[] {
  return messages.flatMap(({ direction, message }) => (direction === 'toDevice' ? [message.type] : []));
}

/** The candidates that were sent to the device: inside descriptions, and separately. */
function candidatesTold({ messages }: SignalingProxy): {
  readonly inside: string[];
  readonly alone: string[];
} {
  const sent = messages.filter(({ direction }) => direction === 'toDevice').map(({ message }) => message);
  const texts = (...types: number[]): string =>
    sent
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

/** Compares found and sent candidates repeatedly: more may be found between two reads. */
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
  test('login, turn request and offer are sent before any answer, and each candidate is sent once', async ({
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

  test('a service that takes one step at a time gets the sequential handshake, which the client remembers', async ({
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
    // A fast answer to the login would make the following messages arrive in time.
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

  test('prepare() stops before the offer, and connect() sends it', async ({
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

  test('closing a prepared connection leaves nothing open', async ({ createClient }) => {
    const client = await createClient();
    await client.prepare();
    await client.close();
    expect(await client.state()).toBe('closed');
    await expectNothingOpen(client.page);
  });

  test('the application can choose the sequential handshake', async ({ createClient }) => {
    const client = await createClient({ handshake: 'sequential' });
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
  });
});
