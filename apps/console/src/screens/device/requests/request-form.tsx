/** @module The request editor. */

import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import { DRAFT_FORMATS, readDraft, type RequestDraft } from '../../../requests/payload-draft.ts';

const words = messages.requests;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** A draft and what becomes of it. */
export interface RequestFormProps {
  readonly draft: RequestDraft;
  readonly onChange: (draft: RequestDraft) => void;
  readonly onSend: () => Promise<void>;
  readonly isBusy: boolean;
}

/** Method, path, and a payload in a format; errors stand at their fields. Ctrl+Enter sends from within the payload. */
export function RequestForm({ draft, onChange, onSend, isBusy }: RequestFormProps) {
  const [isSubmitted, setIsSubmitted] = useState(false);
  const read = readDraft(draft, messages.check);
  const errors = isSubmitted && !read.ok ? read.errors : {};
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    setIsSubmitted(!read.ok);
    if (read.ok) void onSend();
  };
  return (
    <form className="lw-request-form" data-testid="request-form" onSubmit={submit} noValidate>
      <div className="lw-request-line">
        <NativeSelect
          label={words.method}
          data={[...METHODS]}
          value={draft.method}
          onChange={(event) => onChange({ ...draft, method: pick(METHODS, event.currentTarget.value) })}
        />
        <TextInput
          label={words.path}
          placeholder={words.pathPlaceholder}
          value={draft.path}
          error={errors.path}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'lw-link-input' }}
          onChange={(event) => onChange({ ...draft, path: event.currentTarget.value })}
        />
      </div>
      <NativeSelect
        label={words.format}
        data={DRAFT_FORMATS.map((format) => ({ value: format, label: words.formats[format] }))}
        value={draft.format}
        onChange={(event) => onChange({ ...draft, format: pick(DRAFT_FORMATS, event.currentTarget.value) })}
      />
      {draft.format !== 'none' && (
        <Textarea
          label={words.payload}
          description={draft.format === 'cbor' ? words.cborHint : undefined}
          rows={7}
          value={draft.text}
          error={errors.payload}
          spellCheck={false}
          classNames={{ input: 'lw-link-input' }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
        />
      )}
      <div className="lw-actions">
        <Button type="submit" loading={isBusy}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}

function pick<Value extends string>(values: readonly [Value, ...Value[]], text: string): Value {
  return values.find((value) => value === text) ?? values[0];
}
