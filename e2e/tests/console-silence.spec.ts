/** @module A device that is gone or stopped is shown as verified for at most two seconds after its last packet. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/console-fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { PHONE } from '../harness/screens.ts';
import { watchBadge, type BadgeWatch } from '../pages/watch-badge.ts';
import { goToRequests } from '../harness/places.ts';

/** Time limit for the badge after the last packet, in milliseconds. */
const LIMIT_MS = 2000;

test.use(PHONE);
// Reason: each test starts its own device.
test.slow();

const seen = async (page: Page): Promise<Omit<BadgeWatch, 'quiet'>> =>
  await page.evaluate(() => {
    const { quiet: _quiet, ...watch } = window.badgeWatch;
    return watch;
  });

forEachKind((kind) => {
  for (const end of ['SIGKILL', 'SIGSTOP'] as const) {
    for (const isIdle of [false, true]) {
      const name = `${end === 'SIGKILL' ? 'killed' : 'stopped'} ${isIdle ? 'while nothing runs' : 'while video runs'}`;
      test(`${name}: the badge changes within two seconds of the last packet`, async ({
        context,
        openLink,
        shared,
        start,
      }) => {
        await context.addInitScript(watchBadge);
        const device = await start.device(shared.service, kind);
        const tab = await openLink({}, device);
        const { page } = tab;
        await expect(tab.badge).toHaveText('Verified');
        await tab.expectMovingPicture();
        if (isIdle) {
          await goToRequests(page);
          // This tab does not request the picture.
          await page.reload();
          await expect(tab.badge).toHaveText('Verified');
          await page.evaluate(async () => await window.badgeWatch.quiet);
          expect((await seen(page)).mediaPackets).toBe(0);
        }
        expect((await seen(page)).timesGone).toBe(0);
        device.child.signal(end);
        await expect(tab.badge).not.toHaveText('Verified');
        const { goneMs = Infinity, lastPacketMs } = await seen(page);
        device.child.signal('SIGCONT');
        expect(goneMs - lastPacketMs).toBeLessThan(LIMIT_MS);
        if (end === 'SIGSTOP') await expect(tab.badge).toHaveText('Verified');
      });
    }
  }
});
