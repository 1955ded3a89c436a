/** @module The issuers whose signed tokens grant access to the devices of a product. */

import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { GivenOf } from '../../service/api/api.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { DataTable, LoadedView, type Column } from './data-table.tsx';
import { useMay, useOperator } from './operator-context.tsx';
import { RowAction } from './row-action.tsx';
import { SectionHead } from './section-head.tsx';
import { ConfirmDialog, FormDialog } from './service-dialog.tsx';
import { useAction, useLoaded } from './use-loaded.ts';

const texts = words.issuer;

type Issuer = GivenOf<'POST /products/{productId}/issuers'>['body'];

/** The issuers of a product. */
export function IssuersSection({ productId }: { readonly productId: string }) {
  const { session } = useOperator();
  const mayChange = useMay('manager');
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const { state, reload } = useLoaded(
    useCallback(
      (signal) => session.ask('GET /products/{productId}', { path: { productId }, signal }),
      [session, productId],
    ),
  );
  const columns: readonly Column<Issuer>[] = [
    { title: texts.name, renderCell: ({ issuer }) => issuer },
    { title: texts.audience, renderCell: ({ audience }) => audience },
    { title: texts.jwks, renderCell: ({ jwks }) => <span className="lw-mono">{jwks}</span> },
    {
      title: words.actions,
      kind: 'actions',
      renderCell: ({ issuer }) =>
        mayChange && (
          <RowAction
            label={words.people.remove}
            name={texts.remove(issuer)}
            onClick={() => setRemoved(issuer)}
          />
        ),
    },
  ];
  const close = () => {
    setIsAdding(false);
    setRemoved(undefined);
  };
  const done = () => {
    close();
    void reload();
  };
  return (
    <section>
      <SectionHead title={texts.title} level={2} add={texts.add} onAdd={() => setIsAdding(true)} />
      <p className="lw-soft lw-note">{texts.lead}</p>
      <LoadedView state={state} onAgain={() => void reload()}>
        {({ issuers }) =>
          issuers.length === 0 ? (
            <p>{texts.empty}</p>
          ) : (
            <DataTable label={texts.title} columns={columns} rows={issuers} keyOf={({ issuer }) => issuer} />
          )
        }
      </LoadedView>
      {isAdding && <AddIssuer productId={productId} onClose={close} onDone={done} />}
      {removed !== undefined && (
        <RemoveIssuer productId={productId} issuer={removed} onClose={close} onDone={done} />
      )}
    </section>
  );
}

interface Closing {
  readonly productId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function AddIssuer({ productId, onClose, onDone }: Closing) {
  const { session } = useOperator();
  const action = useAction();
  const [body, setBody] = useState<Issuer>({ issuer: '', audience: '', jwks: '' });
  const field = (name: keyof Issuer, label: string) => (
    <ExactField label={label} value={body[name]} onChange={(text) => setBody({ ...body, [name]: text })} />
  );
  const add = () =>
    action.run(
      () => session.ask('POST /products/{productId}/issuers', { path: { productId }, body }),
      onDone,
    );
  return (
    <FormDialog
      submit={texts.add}
      isReady={Object.values(body).every((value: string) => value.trim() !== '')}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      {field('issuer', texts.name)}
      {field('audience', texts.audience)}
      {field('jwks', texts.jwks)}
    </FormDialog>
  );
}

function RemoveIssuer({ productId, issuer, onClose, onDone }: Closing & { readonly issuer: string }) {
  const { session } = useOperator();
  const action = useAction();
  const remove = () =>
    action.run(
      () => session.ask('DELETE /products/{productId}/issuers', { path: { productId }, query: { issuer } }),
      onDone,
    );
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      hint={texts.removeHint}
      submit={words.people.remove}
      action={action}
      onSubmit={remove}
      onClose={onClose}
    />
  );
}
