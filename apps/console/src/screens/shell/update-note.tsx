/** @module A note that a newer version of the console is available; nothing reloads until the person asks for it. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { useUpdates } from './updates-context.ts';

const words = messages.shell;

/** The note at the edge of the screen, or nothing. */
export function UpdateNote() {
  const { version, change } = useUpdates();
  const [isPutOff, setIsPutOff] = useState(false);
  const isShown = version === 'outdated' && !isPutOff;
  return (
    <output className={isShown ? 'lw-update' : undefined}>
      {isShown && (
        <>
          <p>{words.newVersion}</p>
          <Button size="sm" onClick={change}>
            {words.reload}
          </Button>
          <Button size="sm" variant="subtle" color="gray" onClick={() => setIsPutOff(true)}>
            {words.later}
          </Button>
        </>
      )}
    </output>
  );
}
