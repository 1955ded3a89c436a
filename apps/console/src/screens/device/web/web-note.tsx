/** @module What stands in the page's place. */

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
