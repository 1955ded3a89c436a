/** @module Putting a tile away that somebody has added. */

import { IconX } from '@tabler/icons-react';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The button of a tile that can be put away; none for what the device offers by itself. */
export function HideButton({ onHide }: { readonly onHide: (() => void) | undefined }) {
  if (onHide === undefined) return null;
  return (
    <IconButton label={messages.live.hide} onClick={onHide}>
      <IconX size={22} />
    </IconButton>
  );
}
