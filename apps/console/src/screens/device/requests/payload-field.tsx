/** @module The payload of a request: typed in one of several formats, or a file. */

import { Input, Textarea } from '@mantine/core';
import { useId } from 'react';
import { messages } from '../../../messages/messages.ts';
import type { RequestDraft } from '../../../requests/payload-draft.ts';
import './payload-field.css';

const words = messages.requests;

/** A draft with its payload. */
export interface PayloadFieldProps {
  readonly draft: RequestDraft;
  readonly error: string | undefined;
  readonly onChange: (draft: RequestDraft) => void;
}

/** Nothing, a text field, or a file picker. */
export function PayloadField({ draft, error, onChange }: PayloadFieldProps) {
  if (draft.format === 'none') return null;
  if (draft.format === 'file') return <FileField draft={draft} error={error} onChange={onChange} />;
  return (
    <Textarea
      label={words.payload}
      description={draft.format === 'cbor' ? words.cborHint : undefined}
      rows={7}
      value={draft.text}
      error={error}
      spellCheck={false}
      autoCapitalize="none"
      classNames={{ input: 'lw-link-input' }}
      onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
    />
  );
}

function FileField({ draft, error, onChange }: PayloadFieldProps) {
  const id = useId();
  const { file } = draft;
  return (
    <Input.Wrapper label={words.file} error={error} id={id}>
      <label className="lw-file">
        <input
          id={id}
          type="file"
          aria-invalid={error !== undefined}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen !== undefined) onChange({ ...draft, file: chosen });
          }}
        />
        <span className="lw-file-button">{file === undefined ? words.chooseFile : words.otherFile}</span>
        {file !== undefined && (
          <span className="lw-file-name">
            <span>{file.name}</span>
            <span className="lw-soft">{words.size(file.size)}</span>
          </span>
        )}
      </label>
    </Input.Wrapper>
  );
}
