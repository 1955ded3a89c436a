/** @module A person with a keyboard and nothing else: goes from control to control, and must see where the focus is and never lose it. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More than there are controls on any screen. */
const MOST_TABS = 80;

/** The keyboard of a tab. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Goes on by Tab, or back by Shift+Tab, until the control has the focus, and shows that it can be seen there. */
  async tabTo(control: Locator, { isBack = false }: { readonly isBack?: boolean } = {}): Promise<void> {
    await expect(control).toBeEnabled();
    if (await isFocused(control)) return;
    expect(await outlinesOf(control), `outlines of ${String(control)} without the focus`).toBe(0);
    for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
      await this.#page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab');
      if (await isFocused(control)) {
        expect(await outlinesOf(control), `outlines of ${String(control)} with the focus`).toBeGreaterThan(0);
        await expect(control).toBeInViewport();
        return;
      }
    }
    throw new Error(`${String(control)} expected to be reached by the Tab key`);
  }

  /** Goes to the control and presses a key there; the focus is somewhere afterwards. */
  async press(control: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(control);
    await this.#page.keyboard.press(key);
    await this.expectSomewhere();
  }

  /** Goes to the field and puts the text in the place of what stands there. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.#page.keyboard.press('Control+A');
    await this.#page.keyboard.insertText(text);
  }

  /** Goes to a list of choices and takes one by the arrows. */
  async choose(list: Locator, option: string): Promise<void> {
    await this.tabTo(list);
    await this.#page.keyboard.press('Home');
    const chosen = list.locator('option:checked');
    const count = await list.locator('option').count();
    for (let pressed = 0; pressed < count && (await chosen.innerText()) !== option; pressed += 1)
      await this.#page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveText(option);
  }

  /** Something on the page has the focus. */
  async expectSomewhere(): Promise<void> {
    await expect
      .poll(
        async () => await this.#page.evaluate(() => document.activeElement !== document.body),
        'the focus is somewhere',
      )
      .toBe(true);
  }
}

async function isFocused(control: Locator): Promise<boolean> {
  return await control.evaluate((element) => element === document.activeElement);
}

/** How many outlines are drawn around the control, or around what stands in its place, that a person can see. */
async function outlinesOf(control: Locator): Promise<number> {
  return await control.evaluate((element) => {
    const places = [element, element.nextElementSibling, element.parentElement, element.closest('section')];
    return places.filter((place) => {
      // Another control may have the focus beside it.
      if (place === null || (place !== element && place.matches(':focus'))) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(place);
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
    }).length;
  });
}
