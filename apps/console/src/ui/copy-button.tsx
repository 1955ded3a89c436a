/** @module A button that copies a text, and says whether it did. */

import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../messages/messages.ts';

const words = messages.copy;

/** What is copied, and what the button says. */
export interface CopyButtonProps {
  /** A text, or what makes it when it is asked for. */
  readonly text: string | (() => string);
  readonly label?: string;
  /** The whole name for screen readers, where `label` alone does not tell what is copied. */
  readonly name?: string;
}

/** Copies; where the browser does not let the page, it says so, and the text can be marked by hand. */
export function CopyButton({ text, label = messages.common.copy, name = label }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setState('copied');
    } catch (error) {
      // There is no clipboard where the page came without https, and it may be denied.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      setState('refused');
    }
  };
  const Icon = state === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        aria-label={state === 'copied' ? words.copied : name}
        leftSection={<Icon size={18} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {state === 'copied' ? words.copied : label}
      </Button>
      <output className={state === 'refused' ? undefined : 'lw-hidden'}>
        {state === 'idle' ? '' : state === 'copied' ? words.copied : words.refused}
      </output>
    </>
  );
}
