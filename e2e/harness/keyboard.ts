/** @module A person who uses only a keyboard: moves from control to control, and must always see the focus. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab presses than any screen has controls. */
const MOST_TABS = 80;

/** The keyboard of a tab. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Moves by Tab, or back by Shift+Tab, until the control has the focus, and asserts that the focus is visible. */
  async tabTo(control: Locator, { isBack = false }: { readonly isBack?: boolean } = {}): Promise<void> {
    await expect(control).toBeEnabled();
    if (await isFocused(control)) return;
    expect(await outlinesOf(control), `outlines of ${String(control)} without the focus`).toBe(0);
    for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
      await this.#page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab');
      if (await isFocused(control)) {
        await expect
          .poll(async () => await outlinesOf(control), `outlines of ${String(control)} with the focus`)
          .toBeGreaterThan(0);
        await expect(control).toBeInViewport();
        return;
      }
    }
    throw new Error(`the Tab key does not reach ${String(control)}`);
  }

  /** Moves to the control and presses a key there. Some element has the focus afterwards. */
  async press(control: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(control);
    await this.#page.keyboard.press(key);
    await this.expectSomewhere();
  }

  /** Opens the other places of a device and goes to one. The button that opened them has the focus afterwards. */
  async goToMore(place: string): Promise<void> {
    const places = this.#page.getByRole('navigation', { name: 'Sections of this device' });
    const more = places.getByRole('button', { name: 'More', exact: true });
    await this.press(more);
    await this.press(places.getByRole('link', { name: place, exact: true }));
    await expect(more).toBeFocused();
  }

  /** Goes to the form for any request, which is folded under the controls. */
  async goToRequests(): Promise<void> {
    await this.press(this.#page.getByRole('link', { name: 'Controls', exact: true }));
    await this.press(this.#page.locator('summary', { hasText: 'Any request' }));
  }

  /** Moves to the field and replaces its text. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.#page.keyboard.press('Control+A');
    await this.#page.keyboard.insertText(text);
  }

  /** Moves to a list of choices and selects one with the arrow keys. */
  async choose(list: Locator, option: string): Promise<void> {
    await this.tabTo(list);
    await this.#page.keyboard.press('Home');
    const chosen = list.locator('option:checked');
    const count = await list.locator('option').count();
    for (let pressed = 0; pressed < count && (await chosen.innerText()) !== option; pressed += 1)
      await this.#page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveText(option);
  }

  /** An element of the page has the focus. */
  async expectSomewhere(): Promise<void> {
    await expect
      .poll(
        async () => await this.#page.evaluate(() => document.activeElement !== document.body),
        'an element has the focus',
      )
      .toBe(true);
  }
}

async function isFocused(control: Locator): Promise<boolean> {
  return await control.evaluate((element) => element === document.activeElement);
}

/** How many visible outlines surround the control, or the element shown instead of it. */
async function outlinesOf(control: Locator): Promise<number> {
  return await control.evaluate((element) => {
    const places = [element, element.nextElementSibling, element.parentElement, element.closest('section')];
    return places.filter((place) => {
      // Another control beside it may have the focus.
      if (place === null || (place !== element && place.matches(':focus'))) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(place);
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
    }).length;
  });
}
