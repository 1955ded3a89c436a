/** @module A field for how long a person may use the device: usual ends, or a date. */

import { Input, TextInput } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import {
  ACCESS_CHOICES,
  chosenEnd,
  fieldText,
  type AccessChoice,
  type AccessDraft,
} from '../../../people/access-end.ts';
import { accessText } from '../../../ui/access-text.ts';
import { useNow } from '../../../ui/use-now.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import './access-field.css';

const words = messages.access;

/** How often the ends are computed, in milliseconds: they are shown in minutes. */
const NOW_MS = 15_000;
const OPTIONS = ACCESS_CHOICES.map((value) => ({ value, label: words.choices[value] }));

/** The draft and its callback. */
export interface AccessFieldProps {
  readonly draft: AccessDraft;
  readonly isSubmitted: boolean;
  readonly onChange: (draft: AccessDraft) => void;
}

/** The choices; a date field under them for another date, and otherwise the end that the choice means. */
export function AccessField({ draft, isSubmitted, onChange }: AccessFieldProps) {
  const nowMs = useNow(NOW_MS);
  const end = chosenEnd(draft, nowMs);
  const choose = (choice: AccessChoice) => {
    // A date begins with the end that was chosen before.
    const date = choice === 'date' && end instanceof Date ? fieldText(end) : draft.date;
    onChange({ choice, date });
  };
  return (
    <div className="lw-access-field">
      <Input.Wrapper label={words.label} labelElement="div">
        <SegmentedChoice label={words.label} value={draft.choice} options={OPTIONS} onChange={choose} />
      </Input.Wrapper>
      {draft.choice === 'date' ? (
        <TextInput
          type="datetime-local"
          label={words.date}
          value={draft.date}
          min={fieldText(new Date(nowMs))}
          error={isSubmitted && end === undefined ? words.dateMissing : undefined}
          onChange={(event) => onChange({ ...draft, date: event.currentTarget.value })}
        />
      ) : (
        end instanceof Date && (
          <p className="lw-soft">{accessText({ atMs: end.getTime(), leftMs: end.getTime() - nowMs })}</p>
        )
      )}
    </div>
  );
}
