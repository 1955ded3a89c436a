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

for (const where of ['the picture', 'the bar'] as const) {
  test(`a blocked picture is started with a press on ${where}, and the bar shows the notice until it plays`, async ({
    context,
    openPage,
    device,
    shared,
  }) => {
    await context.addInitScript(refuseBeforePress);
    const page = await openPage(pairingLink(shared.service.url, device));
    const bar = page.getByRole('group', { name: /^Controls/u });
    await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
    await expect(bar.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    const place = where === 'the bar' ? bar : page.locator('[data-phase="blocked"]');
    await place.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await new ConsolePage(page).expectMovingPicture();
  });
}
