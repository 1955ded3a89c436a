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
  const [outcome, setOutcome] = useState<{ readonly kind: 'copied' | 'refused'; readonly of: typeof text }>();
  // A function is another one each time the page draws.
  const isCurrent = typeof text === 'function' || outcome?.of === text;
  const state = outcome !== undefined && isCurrent ? outcome.kind : 'idle';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setOutcome({ kind: 'copied', of: text });
    } catch (error) {
      // The clipboard is missing without https, and access may be denied.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      setOutcome({ kind: 'refused', of: text });
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
