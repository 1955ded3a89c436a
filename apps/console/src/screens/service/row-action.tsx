/** @module Something that can be done with one row of a table. */

import { Button } from '@mantine/core';

/** What the button says, and for screen readers of which row. */
export interface RowActionProps {
  readonly label: string;
  readonly name: string;
  readonly onClick: () => void;
}

/** A button in a row. */
export function RowAction({ label, name, onClick }: RowActionProps) {
  return (
    <Button size="sm" variant="default" aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
}
