/** @module The screen shown when the console itself fails, instead of an empty page. */

import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { messages } from '../messages/messages.ts';

const words = messages.crash;

/** Shows the error, for a bug report, and a button that reloads the page. */
export function CrashScreen({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <main className="lw-page lw-page-narrow" role="alert">
      <h1>{words.title}</h1>
      <p className="lw-soft">{words.hint}</p>
      <p className="lw-mono">{error instanceof Error ? error.message : String(error)}</p>
      <Button mt={20} onClick={() => window.location.reload()}>
        {words.again}
      </Button>
    </main>
  );
}
