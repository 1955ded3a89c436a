/** @module The request editor. */

import { METHODS } from '@longwire/protocol/base';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { messages } from '../../../messages/messages.ts';
import {
  DRAFT_FORMATS,
  formatOfDraft,
  readDraft,
  withQueryApart,
  type RequestDraft,
} from '../../../requests/payload-draft.ts';
import { ExactField } from '../../../ui/exact-field.tsx';
import { formatName } from './format-name.ts';
import { PayloadField } from './payload-field.tsx';
import './request-form.css';

const words = messages.requests;
const OBSERVE = 'observe';

/** A draft and its callbacks. */
export interface RequestFormProps {
  readonly draft: RequestDraft;
  /** The person tried to send the draft, so its errors are shown. */
  readonly isChecked: boolean;
  readonly isBusy: boolean;
  readonly pathInput: RefObject<HTMLInputElement | null>;
  readonly onChange: (draft: RequestDraft) => void;
  readonly onSend: () => void;
  readonly onObserve: () => void;
  readonly onStop: () => void;
}

/** Method, path, and payload with a format; errors appear at their fields. Ctrl+Enter in any field sends the request. */
export function RequestForm(props: RequestFormProps) {
  const { draft, isChecked, isBusy, pathInput, onChange, onSend, onObserve, onStop } = props;
  const [isOpen, setIsOpen] = useState(false);
  const read = readDraft(draft, messages.check);
  const errors = isChecked && !read.ok ? read.errors : {};
  // Not while a response is pending: the device might execute the request twice.
  const send = () => {
    if (!isBusy) onSend();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the fields within
    <form
      className="lw-request-form"
      noValidate
      onKeyDown={handleKey}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAskedToObserve(event.nativeEvent)) onObserve();
        else send();
      }}
    >
      <div className="lw-request-line">
        <NativeSelect
          label={words.method}
          data={[...METHODS]}
          value={draft.method}
          onChange={(event) => onChange({ ...draft, method: pick(METHODS, event.currentTarget.value) })}
        />
        <ExactField
          ref={pathInput}
          label={words.path}
          placeholder={words.pathPlaceholder}
          value={draft.path}
          error={errors.path}
          classNames={{ input: 'lw-link-input' }}
          onChange={(path) => onChange({ ...draft, path })}
          onBlur={() => {
            if (draft.path.includes('?')) onChange(withQueryApart(draft));
          }}
        />
      </div>
      <NativeSelect
        label={words.format}
        data={DRAFT_FORMATS.map((format) => ({ value: format, label: words.formats[format] }))}
        value={draft.format}
        onChange={(event) => onChange({ ...draft, format: pick(DRAFT_FORMATS, event.currentTarget.value) })}
      />
      <PayloadField draft={draft} error={errors.payload} onChange={onChange} />
      <details
        className="lw-fold"
        open={
          isOpen || errors.contentFormat !== undefined || draft.query !== '' || draft.contentFormat !== ''
        }
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>{words.more}</summary>
        <div className="lw-request-extra">
          <ExactField
            label={words.query}
            placeholder={words.queryPlaceholder}
            value={draft.query}
            classNames={{ input: 'lw-link-input' }}
            onChange={(query) => onChange({ ...draft, query })}
          />
          {draft.format !== 'none' && (
            <TextInput
              label={words.contentFormat}
              description={words.contentFormatHint(formatName(formatOfDraft(draft)))}
              inputMode="numeric"
              value={draft.contentFormat}
              error={errors.contentFormat}
              autoComplete="off"
              onChange={(event) => onChange({ ...draft, contentFormat: event.currentTarget.value })}
            />
          )}
        </div>
      </details>
      <div className="lw-actions">
        <Button type="submit" loading={isBusy} aria-description={words.sendKeys} title={words.sendKeys}>
          {words.send}
        </Button>
        {isBusy && (
          <Button variant="default" onClick={onStop}>
            {words.stop}
          </Button>
        )}
        {draft.method === 'GET' && !isBusy && (
          <Button type="submit" name={OBSERVE} variant="default">
            {words.observe}
          </Button>
        )}
      </div>
    </form>
  );
}

function handleKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return;
  const isShortcut = event.ctrlKey || event.metaKey;
  // A held key sends only once; in a text area it still inserts line breaks.
  if (isShortcut || (event.repeat && event.target instanceof HTMLInputElement)) event.preventDefault();
  if (isShortcut && !event.repeat) event.currentTarget.requestSubmit();
}

function isAskedToObserve(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute('name') === OBSERVE;
}

function pick<Value extends string>(values: readonly [Value, ...Value[]], text: string): Value {
  return values.find((value) => value === text) ?? values[0];
}
