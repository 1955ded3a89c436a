/** @module A text setting: shown, and editable on demand. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import type { FieldCheck } from '../../../people/field-check.ts';
import { ExactField } from '../../../ui/exact-field.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { FormActions } from './form-actions.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useChange } from './use-change.ts';
import './setting.css';

const words = messages.people;

/** A text and its callbacks. */
export interface TextSettingProps {
  readonly label: string;
  readonly value: string | undefined;
  /** The placeholder for an empty text. */
  readonly none: string;
  readonly hint?: string;
  readonly check: FieldCheck;
  /** The device is known to refuse changes by this user: the text is read-only. */
  readonly isFixed?: boolean;
  readonly save: (text: string) => Promise<void>;
}

/** The text, with a button that makes it editable; after a refusal, the reason instead of the button. */
export function TextSetting({ label, value, none, hint, check, isFixed = false, save }: TextSettingProps) {
  const [draft, setDraft] = useState<string>();
  const [wasOpen, setWasOpen] = useState(false);
  const change = useChange();
  const isDenied = change.problem?.kind === 'denied';
  const error = draft === undefined ? undefined : check(draft, words.check);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === undefined || error !== undefined) return;
    const text = draft.trim();
    if (text === (value ?? '') || (await change.make(() => save(text))) !== undefined) setDraft(undefined);
  };
  const open = () => {
    setWasOpen(true);
    setDraft(value ?? '');
  };
  if (draft === undefined) {
    return (
      <div className="lw-setting">
        <span className="lw-setting-label">{label}</span>
        <span className={value === undefined ? 'lw-setting-value lw-soft' : 'lw-setting-value'}>
          {value ?? none}
        </span>
        {!isFixed && !isDenied && (
          <Button
            variant="default"
            className="lw-button-quiet"
            ref={wasOpen ? focusOnMount : null}
            aria-label={words.changeOf(label)}
            onClick={open}
          >
            {words.change}
          </Button>
        )}
        {isDenied && <ProblemNote problem={change.problem} />}
        <output className="lw-hidden">{change.state.kind === 'done' ? words.saved : ''}</output>
      </div>
    );
  }
  return (
    <form className="lw-setting-form" onSubmit={(event) => void submit(event)} noValidate>
      <ExactField
        ref={focusOnMount}
        label={label}
        description={hint}
        value={draft}
        error={error}
        onChange={setDraft}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(undefined);
        }}
      />
      <ProblemNote problem={change.problem} />
      <FormActions submit={words.save} isBusy={change.isBusy} onCancel={() => setDraft(undefined)} />
    </form>
  );
}
