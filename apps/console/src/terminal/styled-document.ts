/**
 * @module A document for xterm.js under a policy without style elements and style attributes (docs/adr/0039): what it writes as either
 * becomes a constructable style sheet, or a property of the element's style.
 */

/** A document whose styles belong to the page that created it. */
export interface StyledDocument {
  /** The document to give to xterm.js. */
  readonly document: Document;
  /** Removes the styles again. */
  dispose(): void;
}

/** Creates one; its elements are those of the page. */
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
  /** A style element outside of the page is plain text and allowed by the policy; its text is copied from there. */
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
    else if (name === 'span') styleByProperty(element);
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

/**
 * Makes an open terminal create its rows with a document: xterm.js 6.0.0 passes its `documentOverride` to everything else. @throws
 * TypeError if another version of xterm.js is built differently
 */
export function makeRowsWith(document: Document, terminal: object): void {
  const path = ['_core', '_renderService', '_renderer', 'value', '_rowFactory'];
  const factory = path.reduce<unknown>((from, name) => fieldOf(from, name), terminal);
  if (typeof factory !== 'object' || factory === null || fieldOf(factory, '_document') === undefined)
    throw new TypeError('xterm.js does not create its rows as in version 6.0.0');
  Reflect.set(factory, '_document', document);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Makes an element, and its clones, set styles through the property that the policy allows to scripts. */
function styleByProperty(element: HTMLElement): void {
  element.setAttribute = setAttribute;
  element.cloneNode = cloneNode;
}

function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}

function cloneNode(this: HTMLElement, isDeep?: boolean): Node {
  const clone = Node.prototype.cloneNode.call(this, isDeep);
  if (clone instanceof HTMLElement) styleByProperty(clone);
  return clone;
}
