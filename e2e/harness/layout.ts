/** @module Layout faults of a page: text that is clipped without an ellipsis, and controls too small for a finger. */
import type { Page } from '@playwright/test';

/** Text that does not fit its box, with the overflow in pixels; text with an ellipsis is allowed, except in navigation. */
export async function cutWords(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    const missingIn = (element: Element): number => {
      const style = getComputedStyle(element);
      if (element instanceof HTMLInputElement) {
        if (pen === null || element.value !== '' || element.placeholder === '') return 0;
        pen.font = style.font;
        const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return Math.ceil(pen.measureText(element.placeholder).width - room);
      }
      const isShortened = style.textOverflow === 'ellipsis' && !element.matches('nav *');
      // Text for screen readers only is one pixel wide.
      if (style.overflowX === 'visible' || isShortened || element.clientWidth <= 1) return 0;
      const isScrolled = style.overflowX === 'auto' || style.overflowX === 'scroll';
      return isScrolled ? 0 : element.scrollWidth - element.clientWidth;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) =>
        element.matches('input, button, button *, nav *, h1, h2, h3, p, a, label, dd, main, section'),
      )
      .map((element) => ({ element, missing: missingIn(element) }))
      .filter(({ missing }) => missing > 1)
      .map(({ element, missing }) => {
        const words = element instanceof HTMLInputElement ? element.placeholder : element.textContent;
        return `${element.tagName} “${words.trim().slice(0, 40)}”: ${missing} px`;
      });
  });
}

/** Controls that are hard to touch: less than 44 pixels high or wide, except for links within a sentence. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const LEAST = 44;
    const CONTROLS = 'button, summary, select, textarea, input, a[href]';
    return [...document.querySelectorAll<HTMLElement>(CONTROLS)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => control.tagName !== 'A' || getComputedStyle(control).display !== 'inline')
      .map((control) => ({
        control,
        // A checkbox can be pressed anywhere on its label, a field anywhere within its frame.
        box: (
          (control.matches('input') && control.closest('label, .mantine-Input-wrapper')) ||
          control
        ).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < LEAST - 0.5)
      .map(({ control, box }) => {
        const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
        return `${control.tagName} “${name}”: ${Math.round(box.width)} × ${Math.round(box.height)}`;
      });
  });
}
