/** @module Which rows of the audit record are wanted. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { GivenOf } from '../../service/api.ts';

const texts = words.record;

/** The filter as the service takes it. */
export type Wanted = Omit<NonNullable<GivenOf<'GET /audit'>['query']>, 'before' | 'limit'>;

const NOTHING = { action: '', outcome: '', actor: '', productId: '', deviceId: '' };

/** On a phone the record itself comes first. */
const IS_WIDE = window.matchMedia('(min-width: 760px)').matches;

/** Fields, which count when the button is pressed. */
export function AuditFilter({ onFilter }: { readonly onFilter: (wanted: Wanted) => void }) {
  const [fields, setFields] = useState(NOTHING);
  const change = (name: keyof typeof NOTHING) => (event: { currentTarget: { value: string } }) =>
    setFields({ ...fields, [name]: event.currentTarget.value });
  const filter = (event: FormEvent) => {
    event.preventDefault();
    onFilter(wantedOf(fields));
  };
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <details className="lw-more" open={IS_WIDE}>
      <summary>{texts.apply}</summary>
      <form className="lw-filter" onSubmit={filter} aria-label={texts.apply}>
        <NativeSelect
          label={texts.action}
          value={fields.action}
          data={[
            { value: '', label: texts.any },
            ...Object.entries(texts.actions).map(([value, label]) => ({ value, label })),
          ]}
          onChange={change('action')}
        />
        <NativeSelect
          label={texts.outcome}
          value={fields.outcome}
          data={[
            { value: '', label: texts.any },
            ...Object.entries(texts.outcomes).map(([value, label]) => ({ value, label })),
          ]}
          onChange={change('outcome')}
        />
        <TextInput
          {...plain}
          label={texts.actor}
          placeholder={texts.actorHint}
          value={fields.actor}
          onChange={change('actor')}
        />
        <TextInput {...plain} label={texts.product} value={fields.productId} onChange={change('productId')} />
        <TextInput {...plain} label={texts.device} value={fields.deviceId} onChange={change('deviceId')} />
        <div className="lw-actions">
          <Button type="submit">{texts.apply}</Button>
          <Button
            variant="default"
            onClick={() => {
              setFields(NOTHING);
              onFilter({});
            }}
          >
            {texts.clear}
          </Button>
        </div>
      </form>
    </details>
  );
}

function wantedOf({ outcome, ...texts }: typeof NOTHING): Wanted {
  const given = Object.entries(texts).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  );
  const wanted: Wanted = Object.fromEntries(given);
  return outcome === 'allowed' || outcome === 'refused' ? { ...wanted, outcome } : wanted;
}
