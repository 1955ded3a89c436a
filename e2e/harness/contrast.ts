/** @module The contrast of text and icons over a picture: measured against their backing for any picture, which axe does not do. */
import type { Locator } from '@playwright/test';

/** The contrast that WCAG 2.2 requires of text (1.4.3) and of icons (1.4.11). */
const LEAST = { words: 4.5, sign: 3 };

type Color = readonly number[];

/** Text or an icon, with its colour and its backing over an all-white and an all-black picture. */
interface OverPicture {
  readonly name: string;
  readonly kind: keyof typeof LEAST;
  readonly seen: readonly (readonly [Color, Color])[];
}

/** Text and icons with too little contrast over an all-white or all-black picture, one line each. Disabled controls are left out. */
export async function faintOverPictures(place: Locator): Promise<readonly string[]> {
  return (await overPicture(place)).flatMap(({ name, kind, seen }) => {
    const worst = Math.min(...seen.map(([backing, color]) => contrast(backing, color)));
    return worst < LEAST[kind] ? [`“${name}”: ${worst.toFixed(2)} of ${LEAST[kind]}`] : [];
  });
}

async function overPicture(place: Locator): Promise<readonly OverPicture[]> {
  return await place.evaluate((root) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('no 2d context');

    /** The colour of stacked layers, as the browser blends them. */
    const mixed = (layers: readonly { readonly color: string; readonly opacity: number }[]): number[] => {
      for (const { color, opacity } of layers) {
        pen.globalAlpha = opacity;
        pen.fillStyle = color;
        pen.fillRect(0, 0, 1, 1);
      }
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    /** An element's own backing on top of those of its ancestors, up to the figure that holds the picture: the figure's own is behind the picture. */
    const backingsOf = (element: Element): { readonly color: string; readonly opacity: number }[] => {
      const chain: Element[] = [];
      let at: Element | null = element;
      while (at !== null && at !== root && at.localName !== 'figure') {
        chain.unshift(at);
        at = at.parentElement;
      }
      let opacity = 1;
      return chain.map((each) => {
        const style = getComputedStyle(each);
        opacity *= Number(style.opacity);
        return { color: style.backgroundColor, opacity };
      });
    };

    return [...root.querySelectorAll('*')].flatMap((element) => {
      const isSign = element.matches('button svg');
      const hasWords = [...element.childNodes].some(
        (node) => node instanceof Text && node.data.trim() !== '',
      );
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // Text for screen readers only is one pixel wide.
      const isSeen = isShown && element.getBoundingClientRect().width > 1;
      if (!(isSign || hasWords) || !isSeen || element.closest(':disabled') !== null) return [];
      const layers = backingsOf(element);
      const own = { color: getComputedStyle(element).color, opacity: layers.at(-1)?.opacity ?? 1 };
      const seen = ['white', 'black'].map((color) => {
        const behind = [{ color, opacity: 1 }, ...layers];
        return [mixed(behind), mixed([...behind, own])] as const;
      });
      const name = element.textContent.trim() || (element.closest('button')?.ariaLabel ?? '');
      return [{ name, kind: isSign ? ('sign' as const) : ('words' as const), seen }];
    });
  });
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
