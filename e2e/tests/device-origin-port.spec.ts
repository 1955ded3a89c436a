/** @module The port between the console and a device's page in its frame: accepted once, under its name, from the console alone. */
import type { Page } from '@playwright/test';
import { consoleUrl, frame, ONE, originOf, TWO } from '../harness/device-origin.ts';
import { expect, test } from '../harness/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** A message for the frame, with `ports` ports; the greeting is sent on the first of them. */
interface Offer {
  readonly message: unknown;
  readonly ports: number;
}

/**
 * Makes the offers to the first frame one after the other, waits until the one at `awaited` is answered, and returns the answers of
 * all. The frame handles messages in order, and accepts only one port: had it accepted another before, the
 * awaited one would get no answer.
 */
async function offer(page: Page, offers: readonly Offer[], awaited: number): Promise<unknown[]> {
  return await page.evaluate(
    async ({ offers, awaited }) => {
      const answers: unknown[] = offers.map(() => 'nothing');
      await new Promise<void>((resolve) => {
        for (const [index, { message, ports }] of offers.entries()) {
          const channels = Array.from({ length: ports }, () => new MessageChannel());
          for (const { port1 } of channels)
            port1.onmessage = ({ data }) => {
              answers[index] = data;
              if (index === awaited) resolve();
            };
          window.frames[0]?.postMessage(
            message,
            '*',
            channels.map(({ port2 }) => port2),
          );
          channels[0]?.port1.postMessage({ type: 'hello', id: index });
        }
      });
      return answers;
    },
    { offers, awaited },
  );
}

const GOOD: Offer = { message: { type: 'longwire-port' }, ports: 1 };
const hello = (id: number): object => ({ type: 'hello', id, version: 1, worker: 'active' });

test("the console frames a device's page, gives it a port, and is answered once its worker runs", async ({
  page,
  start,
}) => {
  const service = await start.service();
  const origin = originOf(service, ONE);
  for (const url of [service.url, consoleUrl(service)]) {
    await page.goto(url);
    const device = await frame(page, origin);
    expect(await offer(page, [GOOD], 0)).toEqual([hello(0)]);
    const registered = await device?.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return [registration?.scope, registration?.active?.scriptURL];
    });
    expect(registered).toEqual([`${origin}/`, `${origin}/.longwire/worker.js`]);
  }
});

test('a port is accepted only under its name, and alone', async ({ page, start }) => {
  const service = await start.service();
  await page.goto(service.url);
  await frame(page, originOf(service, ONE));
  const bad: Offer[] = [
    { message: 'longwire-port', ports: 1 },
    { message: { type: 'other' }, ports: 1 },
    { message: null, ports: 1 },
    { message: GOOD.message, ports: 0 },
    { message: GOOD.message, ports: 2 },
  ];
  const answers = bad.map(() => 'nothing');
  expect(await offer(page, [...bad, GOOD], bad.length)).toEqual([...answers, hello(bad.length)]);
});

test('a second port is not accepted', async ({ page, start }) => {
  const service = await start.service();
  await page.goto(service.url);
  const device = await frame(page, originOf(service, ONE));
  expect(await offer(page, [GOOD], 0)).toEqual([hello(0)]);
  const second = await page.evaluateHandle((message) => {
    const { port1, port2 } = new MessageChannel();
    const answers: unknown[] = [];
    port1.onmessage = ({ data }) => answers.push(data);
    window.frames[0]?.postMessage(message, '*', [port2]);
    port1.postMessage({ type: 'hello', id: 'second' });
    return answers;
  }, GOOD.message);
  // What the page would do before it answered, done after the message arrived.
  await device?.evaluate(async () => {
    await navigator.serviceWorker.register('/.longwire/worker.js', { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  expect(await second.jsonValue()).toEqual([]);
});

test('a port from any page but the console is not accepted: from the page itself, or from another device in the next frame', async ({
  page,
  start,
}) => {
  const service = await start.service();
  await page.goto(consoleUrl(service));
  const one = await frame(page, originOf(service, ONE));
  const two = await frame(page, originOf(service, TWO));
  await one?.evaluate(
    (message) => window.postMessage(message, '*', [new MessageChannel().port2]),
    GOOD.message,
  );
  await two?.evaluate(
    (message) => window.parent.frames[0]?.postMessage(message, '*', [new MessageChannel().port2]),
    GOOD.message,
  );
  expect(await offer(page, [GOOD], 0)).toEqual([hello(0)]);
});
