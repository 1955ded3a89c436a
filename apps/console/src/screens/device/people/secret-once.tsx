/** @module A password that is shown once. */

import { Button } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import './secret-once.css';

const words = messages.people;

/** The password and its callbacks. */
export interface SecretOnceProps {
  readonly password: string;
  readonly onDone: () => void;
}

/** The password, with a copy button. */
export function SecretOnce({ password, onDone }: SecretOnceProps) {
  return (
    <div className="lw-secret" data-testid="secret">
      <p tabIndex={-1} ref={focusOnMount}>
        {words.shownOnce}
      </p>
      <output className="lw-mono lw-secret-text" aria-label={words.password}>
        {password}
      </output>
      <div className="lw-actions">
        <CopyButton text={password} />
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
