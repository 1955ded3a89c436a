/** @module An action on one row of a table. */

import { Button } from '@mantine/core';

/** The label, and the row's name for screen readers. */
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
