/** @module The header of a section: its title and an add button. */

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { words } from '../../messages/service-messages.ts';
import { useMay } from './operator-context.tsx';

/** A heading, with the add button if the role permits it. */
export function SectionHead({
  title,
  level = 1,
  add,
  onAdd,
  children,
}: {
  readonly title: string;
  readonly level?: 1 | 2;
  readonly add?: string;
  readonly onAdd?: () => void;
  readonly children?: ReactNode;
}) {
  const mayChange = useMay('manager');
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="lw-section-head">
      <Heading>{title}</Heading>
      {children}
      {onAdd !== undefined && mayChange && (
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </div>
  );
}

/** Explains to users with a read-only role that they cannot make changes. */
export function ReadOnlyNotice() {
  return useMay('manager') ? null : <p className="lw-soft lw-note">{words.needsRole(words.roles.manager)}</p>;
}
