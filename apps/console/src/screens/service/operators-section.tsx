/** @module The operators and their roles. */

import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf, GivenOf } from '../../service/api/api.ts';
import { DataTable, LoadedView, type Column } from './data-table.tsx';
import { AddOperator, SetPassword } from './operator-forms.tsx';
import { useOperator } from './operator-context.tsx';
import { Mark } from './presence.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RoleChange } from './role-change.tsx';
import { RowAction } from './row-action.tsx';
import { SectionHead } from './section-head.tsx';
import { ConfirmDialog } from './service-dialog.tsx';
import { useAction, useLoaded } from './use-loaded.ts';

const texts = words.people;

type Listed = AnswerOf<'GET /operators'>['items'][number];
type Asked = { readonly kind: 'add' } | { readonly kind: 'password' | 'remove'; readonly name: string };

/** The list, with the actions on each operator. */
export function OperatorsSection() {
  const { session, me } = useOperator();
  const [asked, setAsked] = useState<Asked>();
  const changing = useAction();
  const removing = useAction();
  const { state, reload } = useLoaded(
    useCallback((signal) => session.ask('GET /operators', { signal }), [session]),
  );
  const again = () => void reload();
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    again();
  };
  const change = (name: string, body: GivenOf<'PATCH /operators/{name}'>['body']) =>
    changing.run(() => session.ask('PATCH /operators/{name}', { path: { name }, body }), again);
  const columns: readonly Column<Listed>[] = [
    { title: texts.name, renderCell: ({ name }) => (name === me.name ? `${name} (${texts.you})` : name) },
    {
      title: texts.role,
      renderCell: ({ name, role }) => (
        <RoleChange name={name} role={role} isDisabled={name === me.name} onGiven={reload} />
      ),
    },
    {
      title: texts.state,
      renderCell: ({ isEnabled }) => (
        <Mark kind={isEnabled ? 'on' : 'off'} text={isEnabled ? texts.enabled : texts.disabled} />
      ),
    },
    {
      title: words.actions,
      kind: 'actions',
      renderCell: ({ name, isEnabled }) => {
        const button = (label: string, onClick: () => void) => (
          <RowAction label={label} name={texts.rowAction(label, name)} onClick={onClick} />
        );
        if (name === me.name) return null;
        return (
          <div className="lw-actions">
            {button(texts.setPassword, () => setAsked({ kind: 'password', name }))}
            {button(isEnabled ? texts.disable : texts.enable, () => change(name, { isEnabled: !isEnabled }))}
            {button(texts.remove, () => setAsked({ kind: 'remove', name }))}
          </div>
        );
      },
    },
  ];
  return (
    <section>
      <SectionHead
        title={words.operators}
        level={2}
        add={texts.add}
        onAdd={() => setAsked({ kind: 'add' })}
      />
      <ProblemNote problem={changing.problem} />
      <LoadedView state={state} onAgain={again}>
        {({ items }) => (
          <DataTable label={words.operators} columns={columns} rows={items} keyOf={({ name }) => name} />
        )}
      </LoadedView>
      {asked?.kind === 'add' && <AddOperator onDone={done} onClose={close} />}
      {asked?.kind === 'password' && <SetPassword name={asked.name} onDone={done} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle(asked.name)}
          hint={texts.removeHint}
          name={asked.name}
          submit={texts.remove}
          action={removing}
          onSubmit={() =>
            removing.run(() => session.ask('DELETE /operators/{name}', { path: { name: asked.name } }), done)
          }
          onClose={close}
        />
      )}
    </section>
  );
}
