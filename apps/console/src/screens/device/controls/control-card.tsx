/** @module The frame of a control: its title, its value or button, and what went wrong. */

import { useId, type ReactNode } from 'react';
import type { Control } from '../../../controls/control.ts';

/** A control and its parts. */
export interface ControlCardProps {
  readonly control: Control;
  /** Beside the title. */
  readonly aside: ReactNode;
  /** Below the title, over the whole width. */
  readonly children?: ReactNode;
  readonly problem: string | undefined;
}

/** The card. */
export function ControlCard({ control, aside, children, problem }: ControlCardProps) {
  const id = useId();
  return (
    <section className="lw-surface lw-control" aria-labelledby={id} data-testid={`control-${control.path}`}>
      <div className="lw-control-head">
        <div>
          <h3 id={id}>{control.title}</h3>
          {control.description !== undefined && <p className="lw-soft">{control.description}</p>}
        </div>
        {aside}
      </div>
      {children}
      {problem !== undefined && (
        <p className="lw-control-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
