/** @module What is shown inside of another page: nothing to click but the way out. */

import { messages } from '../messages/messages.ts';

const words = messages.framed;

/** Says why, and opens the console by itself. */
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
