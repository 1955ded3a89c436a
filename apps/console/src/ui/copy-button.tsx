/** @module A button that copies a text, and confirms it. */

import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../messages/messages.ts';

const words = messages.copy;

/** The text to copy, and the labels. */
export interface CopyButtonProps {
  /** A text, or a function that creates it on demand. */
  readonly text: string | (() => string);
  readonly label?: string;
  /** The full name for screen readers, if `label` alone is ambiguous. */
  readonly name?: string;
  /** The main action of its view. */
  readonly isMain?: boolean;
}

/** Copies the text; if the browser denies it, the button says so, and the person can select the text. */
export function CopyButton({
  text,
  label = messages.common.copy,
  name = label,
  isMain = false,
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setState('copied');
    } catch (error) {
      // The clipboard is missing without https, and access may be denied.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      setState('refused');
    }
  };
  const Icon = state === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
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
