/** @module A picture that becomes much smaller is reported until it has its size again. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CODEC_DEVICE } from '../harness/paths.ts';
import { RtpSender } from '../harness/rtp-sender.ts';
import { PHONE } from '../harness/screens.ts';

const LARGE = [640, 360] as const;
const SMALL = [160, 90] as const;

const senderTest = test.extend<{ readonly sender: RtpSender }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  sender: async ({}, use) => {
    const sender = await RtpSender.create();
    await use(sender);
    sender.stop();
  },
});

senderTest.use({ ...PHONE, colorScheme: 'dark', locale: 'de-DE' });
// Reason: a notice appears once the condition lasts, and disappears after it has ended for a while.
senderTest.slow();

senderTest(
  "a picture with a sixteenth of its pixels is reported while it lasts, in the person's language",
  async ({ openPage, sender, shared, start }) => {
    sender.send(...LARGE);
    const args = ['--rtp-port', `${sender.port}`];
    const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
    const page = await openPage(pairingLink(shared.service.url, device));
    const tab = new ConsolePage(page);
    const video = page.getByTestId('video-rtp').locator('video');
    const width = async (): Promise<number> =>
      await video.evaluate((element: HTMLVideoElement) => element.videoWidth);
    const note = page.getByTestId('live-note');
    await expect.poll(width, { timeout: 40_000 }).toBe(LARGE[0]);
    // The usual size has to be learned first.
    await expect
      .poll(async () => await video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(10);
    await expect(note).toBeEmpty();

    sender.send(...SMALL);
    await expect.poll(width, { timeout: 40_000 }).toBe(SMALL[0]);
    await expect(note).toHaveText('Das Bild ist unschärfer als zuvor.', { timeout: 40_000 });
    expect(await tab.overflow()).toBe(0);

    sender.send(...LARGE);
    await expect.poll(width, { timeout: 40_000 }).toBe(LARGE[0]);
    await expect(note).toBeEmpty({ timeout: 40_000 });
  },
);
