/** @module The button that removes a tile that the person added. */

import { IconX } from '@tabler/icons-react';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The button; nothing for a track that the device offers. */
export function HideButton({ onHide }: { readonly onHide: (() => void) | undefined }) {
  if (onHide === undefined) return null;
  return (
    <IconButton label={messages.live.hide} onClick={onHide}>
      <IconX size={22} />
    </IconButton>
  );
}
