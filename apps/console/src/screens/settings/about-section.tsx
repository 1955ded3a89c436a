/** @module Version and licenses. */

import { messages } from '../../messages/messages.ts';

// Defined by the build.
declare const CONSOLE_VERSION: string;

const words = messages.settings;

/** Version and licences. */
export function AboutSection() {
  return (
    <>
      <p>{words.version(CONSOLE_VERSION)}</p>
      <p>{words.license}</p>
      <p>
        <a className="lw-settings-link" href="./licenses.txt" target="_blank" rel="noreferrer">
          {words.licenses}
        </a>
      </p>
    </>
  );
}
