/** @module What is shown while a device cannot be used as it is: a heading, one line, what to do, and the rest folded. */

import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import './panel.css';
import './state-panel.css';

/** The parts of the panel. */
export interface StatePanelProps {
  readonly testId: string;
  /** The kind of the state, which the card's color and tests depend on. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  readonly label?: string;
  /** A panel on the stage, a bar above the tabs, or a card on a page. */
  readonly look?: 'lw-panel' | 'lw-state-bar' | 'lw-state-card';
  /** How a screen reader announces the words; the bar is inside a live region of its own. */
  readonly announced?: 'alert' | 'status';
  readonly icon?: ReactNode;
  readonly title?: ReactNode;
  readonly line?: ReactNode;
  /** What changes every second, which a screen reader does not read out. */
  readonly clock?: ReactNode;
  readonly actions: ReactNode;
  /** What is folded, and its label. */
  readonly details?: ReactNode;
  readonly detailsLabel?: string;
  /** Whether the person needs the folded part at once. */
  readonly isOpen?: boolean;
  /** Above the heading. */
  readonly children?: ReactNode;
}

/** The panel. */
export function StatePanel(props: StatePanelProps) {
  const {
    testId,
    data,
    look = 'lw-panel',
    announced,
    icon,
    title,
    line,
    clock,
    actions,
    details,
    children,
  } = props;
  const Words = announced === 'status' ? 'output' : 'div';
  return (
    <section className={`lw-state ${look}`} data-testid={testId} aria-label={props.label} {...data}>
      {children}
      <Words className="lw-state-words" {...(announced === 'alert' ? { role: announced } : {})}>
        {title !== undefined && (
          <h2>
            {icon}
            {title}
          </h2>
        )}
        {line !== undefined && <p className="lw-soft">{line}</p>}
      </Words>
      {clock}
      <div className="lw-actions">{actions}</div>
      {details !== undefined && details !== false && (
        <details open={props.isOpen}>
          <summary>{props.detailsLabel ?? messages.common.details}</summary>
          {details}
        </details>
      )}
    </section>
  );
}
