/** @module Shows a track that the device did not offer, by its name. */

import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { messages } from '../../../messages/messages.ts';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFlyout } from '../../../ui/use-flyout.ts';

const words = messages.live;

/** Callback for the name. */
export interface AddTrackProps {
  /** A ref to the button. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onAdd: (trackId: string) => void;
}

/** A button that opens a small form. */
export function AddTrack({ opener, onAdd }: AddTrackProps) {
  const { isOpen, toggle, close, place } = useFlyout<HTMLFormElement>(opener);
  const add = (form: FormData) => {
    const name = form.get('track');
    if (typeof name !== 'string' || name.trim() === '') return;
    onAdd(name.trim());
    close();
  };
  return (
    <div className="lw-add-track">
      <IconButton ref={opener} label={words.others} isExpanded={isOpen} onClick={toggle}>
        <IconPlus size={22} />
      </IconButton>
      {isOpen && (
        <form ref={place} className="lw-add-track-form" action={add}>
          <TextInput
            name="track"
            label={words.otherName}
            description={words.otherHint}
            autoComplete="off"
            spellCheck={false}
            ref={focusOnMount}
            required
          />
          <Button type="submit">{words.show}</Button>
        </form>
      )}
    </div>
  );
}
