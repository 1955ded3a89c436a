/** @module Keys missing on a phone's keyboard. */

import { messages } from '../../../messages/messages.ts';
import { EXTRA_KEYS, type ExtraKey } from '../../../terminal/extra-keys.ts';
import type { TerminalStore } from '../../../terminal/terminal-store.ts';

const words = messages.terminal;

const SIGNS: { readonly [Key in ExtraKey]?: string } = { left: '←', down: '↓', up: '↑', right: '→' };

/** A terminal, and whether Ctrl is held. */
export interface ExtraKeyRowProps {
  readonly store: TerminalStore;
  readonly isControl: boolean;
}

/** A row of keys; touching one keeps the phone's keyboard open. */
export function ExtraKeyRow({ store, isControl }: ExtraKeyRowProps) {
  return (
    <div className="lw-terminal-keys" role="toolbar" aria-label={words.keys} data-testid="terminal-keys">
      <Key
        label={words.key.control}
        isPressed={isControl}
        onPress={() => {
          store.holdControl(!isControl);
          store.screen.focus();
        }}
      />
      {EXTRA_KEYS.map((key) => (
        <Key key={key} label={words.key[key]} sign={SIGNS[key]} onPress={() => store.press(key)} />
      ))}
      <Key label={words.pageUp} sign="⇞" onPress={() => store.screen.scrollPages(-1)} />
      <Key label={words.pageDown} sign="⇟" onPress={() => store.screen.scrollPages(1)} />
    </div>
  );
}

interface KeyProps {
  readonly label: string;
  readonly sign?: string | undefined;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

function Key({ label, sign = label, isPressed, onPress }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      // Keeps the focus in the terminal, so that the phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {sign}
    </button>
  );
}
