/** @module The filter of the audit record. */

import { Button, NativeSelect } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { GivenOf } from '../../service/api/api.ts';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import './audit-filter.css';

const texts = words.record;

/** The filter, in the service's format. */
export type Wanted = Omit<NonNullable<GivenOf<'GET /audit'>['query']>, 'before' | 'limit'>;

const NOTHING = { action: '', outcome: '', actor: '', productId: '', deviceId: '' };

/** The fields, applied by a button; collapsed on a phone, so that the record comes first. */
export function AuditFilter({ onFilter }: { readonly onFilter: (wanted: Wanted) => void }) {
  const isWide = useIsWide();
  const [fields, setFields] = useState(NOTHING);
  const change = (name: keyof typeof NOTHING) => (text: string) => setFields({ ...fields, [name]: text });
  const filter = (event: FormEvent) => {
    event.preventDefault();
    onFilter(wantedOf(fields));
  };
  return (
    <details className="lw-more" open={isWide}>
      <summary>{texts.apply}</summary>
      <form className="lw-filter" onSubmit={filter} aria-label={texts.apply}>
        <NativeSelect
          label={texts.action}
          value={fields.action}
          data={[
            { value: '', label: texts.any },
            ...Object.entries(texts.actions).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => change('action')(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.outcome}
          value={fields.outcome}
          data={[
            { value: '', label: texts.any },
            ...Object.entries(texts.outcomes).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => change('outcome')(event.currentTarget.value)}
        />
        <ExactField
          className="lw-filter-who"
          label={texts.actor}
          placeholder={texts.actorHint}
          value={fields.actor}
          onChange={change('actor')}
        />
        <ExactField label={texts.product} value={fields.productId} onChange={change('productId')} />
        <ExactField label={texts.device} value={fields.deviceId} onChange={change('deviceId')} />
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
