/** @module Each connecting step is named while it lasts: the message that would end it is held back. */
import { expectFitsScreens } from '../harness/accessibility.ts';
import type { Page } from '@playwright/test';
import { DoctorPage } from '../harness/console-doctor.ts';
import { expect, test } from '../harness/fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import type { Rewrite, WireMessage } from '../harness/signaling-proxy.ts';

const LOGIN_REPLY = 21;

/** A service of whose messages only some arrive: a missing message is not waited for once a later one has arrived. */
const nothingBut =
  (arrives: (message: WireMessage) => boolean): Rewrite =>
  ({ direction, message }) =>
    direction === 'toClient' && !arrives(message) ? undefined : message;

interface Step {
  readonly step: string;
  readonly words: string;
  readonly rewrite?: Rewrite;
  /** Requests that contain this text do not leave the browser. */
  readonly request?: string;
}

const STEPS: readonly Step[] = [
  { step: 'finding', words: 'Finding the device', rewrite: nothingBut(() => false) },
  { step: 'asking', words: 'Asking for a path', rewrite: nothingBut(({ type }) => type === LOGIN_REPLY) },
  { step: 'opening', words: 'Opening the connection', rewrite: nothingBut(({ data }) => data === undefined) },
  { step: 'checking', words: 'Checking who it is', request: 'challenge' },
  { step: 'login', words: 'Logging in', request: 'pwd-auth' },
];

/** Makes the page drop its requests that contain this text. */
async function lose(page: Page, part: string): Promise<void> {
  await page.evaluate((part) => {
    // oxlint-disable-next-line typescript/unbound-method -- called below with the channel as `this`
    RTCDataChannel.prototype.send = new Proxy(RTCDataChannel.prototype.send, {
      apply(send, channel: RTCDataChannel, [data]: readonly unknown[]) {
        const text = data instanceof Uint8Array ? new TextDecoder().decode(data) : String(data);
        if (!text.includes(part)) Reflect.apply(send, channel, [data]);
      },
    });
  }, part);
}

const elapsed = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.getByTestId('elapsed').textContent()) ?? '');

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);

  for (const [index, { step, words, rewrite, request }] of STEPS.entries()) {
    test(`shows step ${index + 1}, ${step}, while it lasts`, async ({ device, openPage, shared, start }) => {
      const proxy = await start.proxy({
        upstream: shared.service.webSocketUrl,
        ...(rewrite === undefined ? {} : { rewrite }),
      });
      const page = await openPage(`${shared.service.url}/`);
      if (request !== undefined) await lose(page, request);
      await new DoctorPage(page, shared.service.url).addByHand(device, proxy.url);
      const connecting = page.getByRole('region', { name: 'Connecting' });
      await expect(connecting).toHaveAttribute('data-step', step);
      await expect(connecting.getByRole('status')).toContainText(words);
      await expect(connecting.getByRole('status')).toContainText(`step ${index + 1} of 5`);
      const before = await elapsed(page);
      await expect.poll(async () => await elapsed(page)).toBeGreaterThan(before + 1);
      await expect(connecting).toHaveAttribute('data-step', step);
      await expectFitsScreens(page);
    });
  }
});
