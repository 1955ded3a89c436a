/**
 * @module A document for xterm.js under a policy that allows no style elements and no style attributes (docs/adr/0039):
 * what it writes as either becomes a constructable style sheet, or a property of the element's style.
 */

/** A document whose styles are of the page that made it. */
export interface StyledDocument {
  /** What xterm.js takes for the page's document. */
  readonly document: Document;
  /** Takes the styles away again. */
  dispose(): void;
}

/** Makes one; the elements are those of the page. */
export function createStyledDocument(page: Document): StyledDocument {
  const sheets = new Map<HTMLStyleElement, CSSStyleSheet>();
  const follow = (style: HTMLStyleElement): void => {
    const sheet = sheets.get(style);
    if (sheet === undefined) adopt(style);
    else sheet.replaceSync(style.textContent);
  };
  const adopt = (style: HTMLStyleElement): void => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent);
    sheets.set(style, sheet);
    page.adoptedStyleSheets.push(sheet);
    observer.observe(style, { childList: true, characterData: true, subtree: true });
  };
  const observer = new MutationObserver((records) => {
    for (const style of sheets.keys()) {
      if (records.some(({ target }) => style.contains(target))) follow(style);
    }
  });
  /** A style element that is nowhere in the page is text and breaks no policy; it is followed from there. */
  const divertStyles = (element: HTMLElement): void => {
    const append = element.appendChild.bind(element);
    element.appendChild = <Child extends Node>(child: Child): Child => {
      if (child instanceof HTMLStyleElement) adopt(child);
      else append(child);
      return child;
    };
  };
  const create = (name: string): HTMLElement => {
    const element = page.createElement(name);
    if (name === 'div') divertStyles(element);
    else if (name === 'span') element.setAttribute = setAttributeByProperty;
    return element;
  };
  const document = new Proxy(page, {
    get: (target, key) => {
      if (key === 'createElement') return create;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  return {
    document,
    dispose: () => {
      observer.disconnect();
      const own = new Set(sheets.values());
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => !own.has(sheet));
      sheets.clear();
    },
  };
}

/** The same as the attribute, by the way that the policy leaves open to scripts. */
function setAttributeByProperty(this: HTMLElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}
