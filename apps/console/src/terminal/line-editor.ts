/** @module A line editor for devices without an echo: shows the typed line, edits it, and sends it with Enter. */

/** The result of key presses. */
export interface Edited {
  /** The text to show. */
  readonly shown: string;
  /** The text to send. */
  readonly sent: string;
}

const ERASE = '\b \b';

/** Keeps the line that is being typed. */
export class LineEditor {
  #line = '';

  type(keys: string): Edited {
    // Arrow keys and similar have no function here.
    if (keys.startsWith('\u001b')) return { shown: '', sent: '' };
    let [shown, sent] = ['', ''];
    for (const key of keys) {
      if (key === '\r') {
        sent += `${this.#line}\r\n`;
        shown += '\r\n';
        this.#line = '';
      } else if (key === '\u007f' || key === '\b') {
        const characters = Array.from(this.#line);
        if (characters.length > 0) shown += ERASE;
        this.#line = characters.slice(0, -1).join('');
      } else if (key < ' ') {
        sent += key;
      } else {
        this.#line += key;
        shown += key;
      }
    }
    return { shown, sent };
  }
}
