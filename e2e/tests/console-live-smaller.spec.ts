/** @module A picture that gets much smaller than it was says so until it is as large again. */
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
// Reason: what is said of a picture is said once it lasts, and no longer once it has been otherwise for a while.
senderTest.slow();

senderTest(
  'a sixteenth of the pixels: the tile says so while it lasts, in the language of the person',
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
    // What the picture is like as a rule has to be known.
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
