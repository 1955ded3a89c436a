/** @module Shown if the console is framed by another page: the only action opens it on its own. */

import { messages } from '../messages/messages.ts';

const words = messages.framed;

/** Explains this, with a link that opens the console by itself. */
export function FramedScreen() {
  return (
    <main className="lw-page lw-page-narrow">
      <h1>{words.title}</h1>
      <p className="lw-soft">{words.hint}</p>
      <a href={window.location.pathname} target="_blank" rel="noreferrer">
        {words.open}
      </a>
    </main>
  );
}
