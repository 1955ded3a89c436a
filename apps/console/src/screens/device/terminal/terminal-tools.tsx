/** @module Copy, paste, and screen reader mode. */

import { IconClipboard, IconCopy, IconEar } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import type { TerminalStore, TerminalView } from '../../../terminal/terminal-store.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const words = messages.terminal;

/** A terminal and its state. */
export interface TerminalToolsProps {
  readonly store: TerminalStore;
  readonly view: TerminalView;
}

/** Buttons next to the stream's selection; shows an error if the browser denies access to the clipboard. */
export function TerminalTools({ store, view }: TerminalToolsProps) {
  const [note, setNote] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(store.screen.copied);
      setNote(words.copied);
    } catch (error) {
      // There is no clipboard, or the browser or the person denies access.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      setNote(words.copyDenied);
    }
    store.screen.focus();
  };
  const paste = async () => {
    try {
      store.screen.paste(await navigator.clipboard.readText());
      setNote(undefined);
    } catch (error) {
      // As above.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      setNote(words.pasteDenied);
    }
    store.screen.focus();
  };
  return (
    <div className="lw-terminal-tools">
      <IconButton
        label={view.hasSelection ? words.copySelection : words.copyScreen}
        onClick={() => void copy()}
      >
        <IconCopy size={20} />
      </IconButton>
      <IconButton label={words.paste} onClick={() => void paste()} isDisabled={view.line.kind !== 'open'}>
        <IconClipboard size={20} />
      </IconButton>
      <IconButton label={words.read} isPressed={view.isRead} onClick={() => store.read(!view.isRead)}>
        <IconEar size={20} />
      </IconButton>
      <output className="lw-terminal-tool-note">{note}</output>
    </div>
  );
}
