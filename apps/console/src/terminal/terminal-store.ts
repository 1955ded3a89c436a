/** @module The terminal of one device: its screen, its stream, and the held keys. It outlives its tab, like the program that runs in it. */

import type { Session } from '@longwire/client';
import { OneForEach } from '../one-for-each.ts';
import { preferences } from '../settings/preferences.ts';
import { Store } from '@longwire/protocol/base';
import { keySequence, withControl, type ExtraKey } from './extra-keys.ts';
import type { LineState, LineTarget } from './line-state.ts';
import { TerminalLine } from './terminal-line.ts';
import { TerminalScreen } from './terminal-screen.ts';

/** The state that a tab shows. */
export interface TerminalView {
  readonly line: LineState;
  /** The next character is typed with Ctrl. */
  readonly isControl: boolean;
  readonly hasSelection: boolean;
  /** Output is announced to screen readers. */
  readonly isRead: boolean;
}

/** A terminal of a device. */
export class TerminalStore {
  readonly screen: TerminalScreen;
  readonly #line: TerminalLine;
  readonly #view = new Store<TerminalView>({
    line: { kind: 'idle', isWritten: false },
    isControl: false,
    hasSelection: false,
    isRead: preferences.get('terminal-reader') === 'on',
  });
  #handleLeave: () => void = () => undefined;
  #hasOpened = false;

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#view.subscribe;

  /** The current state; the same object until it changes. */
  readonly snapshot = this.#view.snapshot;

  constructor(page: Document) {
    this.screen = new TerminalScreen(page, {
      onType: (text) => this.type(text),
      onResize: (columns, rows) => this.#line.resize(columns, rows),
      onSelect: () => this.#change({ hasSelection: this.screen.hasSelection }),
      onLeave: () => this.#handleLeave(),
    });
    this.#line = new TerminalLine({
      screen: this.screen,
      onChange: () => this.#change({ line: this.#line.state }),
    });
    this.screen.isRead = this.#view.value.isRead;
  }

  /** Sets where the focus goes when the person leaves the terminal by keyboard. */
  setLeave(handle: () => void): void {
    this.#handleLeave = handle;
  }

  /** Opens a stream on an empty screen. */
  open(session: Session, target: LineTarget): void {
    this.#hasOpened = true;
    this.screen.clear();
    void this.#line.open(session.streams, target);
  }

  /** Opens a stream unless there was one already: a person who closed it does not want another. */
  openFirst(session: Session, target: LineTarget): void {
    if (!this.#hasOpened) this.open(session, target);
  }

  hangUp(): void {
    this.#line.hangUp();
  }

  /** Sends keyboard input. */
  type(text: string): void {
    this.#line.type(this.#view.value.isControl ? withControl(text) : text);
    if (this.#view.value.isControl) this.#change({ isControl: false });
  }

  /** Presses a key of the row. */
  press(key: ExtraKey): void {
    this.type(keySequence(key, this.screen.isApplicationMode));
  }

  holdControl(isControl: boolean): void {
    this.#change({ isControl });
  }

  /** Chooses whether output is announced, now and the next time. */
  read(isRead: boolean): void {
    preferences.set('terminal-reader', isRead ? 'on' : undefined);
    this.screen.isRead = isRead;
    this.#change({ isRead });
  }

  #change(part: Partial<TerminalView>): void {
    this.#view.put({ ...this.#view.value, ...part });
  }
}

/** The terminal of each session, which lives as long as the session. */
export const terminals = new OneForEach((session) => {
  const store = new TerminalStore(document);
  session.on('end', () => store.screen.dispose());
  return store;
}, new WeakMap<Session, TerminalStore>());
