/** @module A note if the device does not recognize this browser, or not for long. */

import { messages } from '../../messages/messages.ts';
import { useIdentityNote } from '../../services.tsx';
import type { IdentityNote } from '../../session/identity-notes.ts';

const words = messages.login;

/** The sentence. */
export function IdentityNoteText({ deviceKey }: { readonly deviceKey: string }) {
  const note = useIdentityNote(deviceKey);
  if (note === undefined) return null;
  return <p className="lw-soft lw-identity-note">{textOf(note)}</p>;
}

function textOf(note: IdentityNote): string {
  if (note.kind === 'not-kept') return words.notKept;
  if (note.kind === 'lapsed') return words.lapsed;
  if (note.kind === 'not-remembered') return words.notRemembered;
  const date = new Date(note.atMs).toLocaleDateString(messages.language, { dateStyle: 'long' });
  return words.expires(date);
}
