/** @module A terminal's screen: xterm.js in an element that can be attached, detached and attached again. */

import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { createStyledDocument, makeRowsWith } from './styled-document.ts';
import type { LineScreen } from './terminal-line.ts';
import { terminalTheme } from './terminal-theme.ts';

/** Lines kept above the screen. Reason: a few MB, and more than a person scrolls through. */
const SCROLLBACK_LINES = 5000;

/** Minimum contrast of colours that programs choose. Reason: the contrast that WCAG requires of text. */
const MINIMUM_CONTRAST = 4.5;

/** The attribute with the page's colour scheme. */
const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';

/** The events of a screen. */
export interface ScreenEvents {
  readonly onType: (text: string) => void;
  readonly onResize: (columns: number, rows: number) => void;
  readonly onSelect: () => void;
  /** The person moves the focus out of the terminal. */
  readonly onLeave: () => void;
}

/** A screen that outlives the element in which it is shown. */
export class TerminalScreen implements LineScreen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #host: HTMLElement;
  readonly #styled: ReturnType<typeof createStyledDocument>;
  #isOpened = false;
  /** Takes the focus as soon as it is attached. */
  #isFocusDue = false;

  constructor(page: Document, { onType, onResize, onSelect, onLeave }: ScreenEvents) {
    this.#styled = createStyledDocument(page);
    this.#host = page.createElement('div');
    this.#host.className = 'lw-terminal-host';
    this.#terminal = new Terminal({
      documentOverride: this.#styled.document,
      scrollback: SCROLLBACK_LINES,
      minimumContrastRatio: MINIMUM_CONTRAST,
      fontSize: 14,
      lineHeight: 1.15,
      cursorBlink: !page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches,
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.onData(onType);
    this.#terminal.onResize(({ cols, rows }) => onResize(cols, rows));
    this.#terminal.onSelectionChange(onSelect);
    this.#terminal.attachCustomKeyEventHandler((event) => {
      // Tab and the arrow keys belong to the program: this is the way out for keyboard users.
      if (event.type !== 'keydown' || event.key !== 'F6' || !event.ctrlKey) return true;
      event.preventDefault();
      onLeave();
      return false;
    });
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get isApplicationMode(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  /** Attaches it to an element, described for screen readers by another one; returns a function that detaches it. */
  show(place: HTMLElement, describedBy: string): () => void {
    place.append(this.#host);
    if (!this.#isOpened) {
      this.#terminal.open(this.#host);
      makeRowsWith(this.#styled.document, this.#terminal);
      this.#isOpened = true;
    }
    this.#terminal.textarea?.setAttribute('aria-describedby', describedBy);
    this.#restyle();
    const sizes = new ResizeObserver(() => this.#fit.fit());
    sizes.observe(place);
    const schemes = new MutationObserver(() => this.#restyle());
    schemes.observe(place.ownerDocument.documentElement, { attributeFilter: [SCHEME_ATTRIBUTE] });
    if (this.#isFocusDue) this.focus();
    return () => {
      sizes.disconnect();
      schemes.disconnect();
      this.#host.remove();
    };
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#terminal.write(bytes, resolve);
    });
  }

  /** Takes the focus, now or when it is attached. */
  focus(): void {
    this.#isFocusDue = !this.#host.isConnected;
    this.#terminal.focus();
  }

  /** Pastes text: programs learn that it was not typed. */
  paste(text: string): void {
    this.#terminal.paste(text);
  }

  scrollPages(pages: number): void {
    this.#terminal.scrollPages(pages);
  }

  /** The selected text, else the text on the screen. */
  get copied(): string {
    if (this.#terminal.hasSelection()) return this.#terminal.getSelection();
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: this.rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  }

  get hasSelection(): boolean {
    return this.#terminal.hasSelection();
  }

  /** Announces output to screen readers. */
  set isRead(isRead: boolean) {
    this.#terminal.options.screenReaderMode = isRead;
  }

  /** Clears the screen and resets the terminal. */
  clear(): void {
    this.#terminal.reset();
  }

  dispose(): void {
    this.#terminal.dispose();
    this.#styled.dispose();
    this.#host.remove();
  }

  /** Applies the current colours and font of the page. */
  #restyle(): void {
    const style = getComputedStyle(this.#host);
    const property = (name: string): string => style.getPropertyValue(name).trim();
    this.#terminal.options.theme = terminalTheme(property);
    this.#terminal.options.fontFamily = property('--lw-mono');
    this.#fit.fit();
  }
}
