/** @module The note in place of a device's page. */

import type { ReactNode } from 'react';

/** A note. */
export interface WebNoteProps {
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Why there is no page, and what to do. */
export function WebNote({ title, hint, children }: WebNoteProps) {
  return (
    <div className="lw-web-note" role="alert">
      <h2>{title}</h2>
      <p className="lw-soft">{hint}</p>
      {children}
    </div>
  );
}
