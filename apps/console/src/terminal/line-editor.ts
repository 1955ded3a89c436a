/** @module A line that is typed where nobody at the other end shows it: shown here, mended here, sent with Enter. */

/** What becomes of keys. */
export interface Edited {
  /** What is shown. */
  readonly shown: string;
  /** What is sent. */
  readonly sent: string;
}

const ERASE = '\b \b';

/** Keeps the line that is being typed. */
export class LineEditor {
  #line = '';

  type(keys: string): Edited {
    // Arrows and the like: there is nothing to move in.
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
