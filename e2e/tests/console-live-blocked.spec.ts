/** @module A browser that does not even start a muted picture before a press, as phones do in power-saving mode. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';

/** Refuses as such a browser does. Playwright's evaluation counts as a press for the browser itself. */
function refuseBeforePress(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the element below
  const { play } = HTMLMediaElement.prototype;
  let isPressed = false;
  addEventListener('click', () => (isPressed = true), { capture: true, once: true });
  HTMLMediaElement.prototype.play = async function begin(): Promise<void> {
    if (!isPressed) throw new DOMException('not before a press', 'NotAllowedError');
    await play.call(this);
  };
}

for (const where of ['the picture', 'its menu'] as const) {
  test(`a blocked picture is started with a press in ${where}`, async ({
    context,
    openPage,
    device,
    shared,
  }) => {
    await context.addInitScript(refuseBeforePress);
    const page = await openPage(pairingLink(shared.service.url, device));
    const tab = new ConsolePage(page);
    const notice = page.locator('[data-phase="blocked"]').getByRole('button', { name: 'Play', exact: true });
    await expect(notice).toBeVisible();
    if (where === 'its menu') await tab.more('Play');
    else await notice.click();
    await tab.expectMovingPicture();
    await expect(notice).toHaveCount(0);
  });
}
