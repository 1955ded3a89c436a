/** @module The top of a section: what it is, and what can be added. */

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { words } from '../../messages/service-messages.ts';
import { useMay } from './operator-context.tsx';
import './section-head.css';

/** A heading with the button that adds to what is below, for those who may. */
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

/** Says to those who may only look that they may only look. */
export function LookOnly() {
  return useMay('manager') ? null : <p className="lw-soft lw-note">{words.needsRole(words.roles.manager)}</p>;
}
