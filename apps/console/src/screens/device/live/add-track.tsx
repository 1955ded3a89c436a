/** @module Showing a track that the device did not offer, by its name. */

import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { focusAtOnce } from '../../../ui/focus-at-once.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const words = messages.live;

/** A button that opens a small form. */
export function AddTrack({ onAdd }: { readonly onAdd: (trackId: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const add = (form: FormData) => {
    const name = form.get('track');
    if (typeof name !== 'string' || name.trim() === '') return;
    onAdd(name.trim());
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <div className="lw-add-track">
      <IconButton ref={opener} label={words.others} isPressed={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconPlus size={22} />
      </IconButton>
      {isOpen && (
        <form className="lw-add-track-form" action={add}>
          <TextInput
            name="track"
            label={words.otherName}
            description={words.otherHint}
            autoComplete="off"
            spellCheck={false}
            ref={focusAtOnce}
            required
          />
          <Button type="submit">{words.show}</Button>
        </form>
      )}
    </div>
  );
}
