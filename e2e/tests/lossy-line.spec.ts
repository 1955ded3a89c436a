/** @module A line that loses packets at random, delays them unevenly or carries few of them: sessions connect all the same. */
import type { Page } from '@playwright/test';
import type { CableQuality } from '@longwire/demo';
import { DelayLoopback } from '../harness/delay-loopback.ts';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { TestSession } from '../harness/link-session.ts';

/** Address of a STUN server that is never contacted. */
const STUN_PORT = 9;
/** The losses of a run; another run has others. */
const SEED = Number(process.env['LONGWIRE_SEED'] ?? 7);

const lineTest = test.extend<{
  /** The cable of the device. */
  readonly line: CableQuality;
  /** A device at the end of the cable, and the address for its clients. */
  readonly door: { readonly device: Device; readonly signalingUrl: string };
}>({
  line: [{ roundTripMs: 0 }, { option: true }],
  door: async ({ line, shared, start }, use) => {
    await using cleanUp = new AsyncDisposableStack();
    const cables = new DelayLoopback({ browser: { roundTripMs: 0 }, device: line });
    cleanUp.defer(async () => await cables.stop());
    const urls = await cables.service(shared.service.webSocketUrl, STUN_PORT);
    const device = await start.device(shared.service, 'longwire', { args: ['--service', urls.device] });
    await use({ device, signalingUrl: urls.browser });
  },
});

// Reason: lost packets of a handshake are sent again after seconds.
lineTest.setTimeout(240_000);

/** Fewer than a device admits. */
const AT_ONCE = 10;

/** Starts sessions in a page of their own. Returns how many were answered before the limit. */
async function countAnswered(
  { productId, deviceId, sct, username, password }: Device,
  signalingServerUrl: string,
  { page, limitMs }: { readonly page: Page; readonly limitMs: number },
): Promise<number> {
  const options = { signalingServerUrl, productId, deviceId, sct, credentials: { username, password } };
  const input = { options, atOnce: AT_ONCE, limitMs };
  return await page.evaluate(async ({ options: session, atOnce, limitMs: ms }) => {
    const late = new Promise<'late'>((resolve) => {
      setTimeout(resolve, ms, 'late');
    });
    const asked = Array.from({ length: atOnce }, async () => await new window.SessionProbe(session).whoAmI());
    const answers = await Promise.all(asked.map(async (answer) => await Promise.race([answer, late])));
    return answers.filter((answer) => answer !== 'late' && answer.ok).length;
  }, input);
}

const lossyTest = (lossShare: number): typeof lineTest =>
  lineTest.extend({ line: { roundTripMs: 20, lossShare, seed: SEED } });

lossyTest(0.1)(
  'with 10 % of the packets lost, 19 of 20 sessions connect and are answered within 20 seconds',
  async ({ door: { device, signalingUrl }, openPage }) => {
    let answered = 0;
    for (let round = 0; round < 2; round += 1) {
      const page = await openPage();
      answered += await countAnswered(device, signalingUrl, { page, limitMs: 20_000 });
      await page.close();
    }
    expect(answered).toBeGreaterThanOrEqual(19);
  },
);

lossyTest(0.3)(
  'with 30 % of the packets lost, ten sessions connect and are answered',
  async ({ door: { device, signalingUrl }, openPage }) => {
    // Reason: an attempt fails in one of fifteen, after a quarter of a minute.
    const all = { page: await openPage(), limitMs: 200_000 };
    expect(await countAnswered(device, signalingUrl, all)).toBe(AT_ONCE);
  },
);

const unevenTest = lineTest.extend({ line: { roundTripMs: 300, jitterMs: 60, seed: SEED } });

unevenTest(
  'over a line of 300 ms with jitter a session connects, is answered, and shows video that does not stand still',
  async ({ door: { device, signalingUrl: signalingServerUrl }, openPage }) => {
    const session = await TestSession.start(await openPage(), device, { signalingServerUrl });
    expect(await session.whoAmI()).toBe(device.username);
    await session.play();
    await session.expectVideoFor(3_000);
  },
);

/** A modem's. */
const slowTest = lineTest.extend({ line: { roundTripMs: 100, bitsPerSecond: 50_000, queueMs: 1_000 } });

slowTest(
  'over a line of 50 kbit/s a session is verified, and requests are answered, also while a picture is asked for',
  async ({ door: { device, signalingUrl: signalingServerUrl }, openPage }) => {
    const page = await openPage();
    const { fingerprint } = device;
    const session = await TestSession.start(page, device, { signalingServerUrl, fingerprint });
    expect(await session.whoAmI()).toBe(device.username);
    await page.evaluate(() => window.sessionProbe.play('frontdoor-video'));
    for (let request = 0; request < 3; request += 1) expect(await session.whoAmI()).toBe(device.username);
  },
);
