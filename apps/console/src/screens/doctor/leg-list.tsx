/** @module The legs of the way, one under the other, each with what was found on it. */

import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
} from '@tabler/icons-react';
import type { LegMark, LegView } from '../../doctor/leg.ts';
import type { DiagnosisStep } from '../../diagnostics-wire.ts';
import { messages } from '../../messages/messages.ts';
import './leg-list.css';

const words = messages.doctor;

const ICONS = {
  waiting: IconCircle,
  running: IconCircleDashed,
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  skipped: IconCircleMinus,
} as const satisfies Record<LegMark, unknown>;

/** What is shown. */
export interface LegListProps {
  readonly legs: readonly LegView[];
  /** The step that is tried now. */
  readonly step: DiagnosisStep | undefined;
}

/** The list. A leg that fails shows its steps; the others do when they are asked. */
export function LegList({ legs, step }: LegListProps) {
  return (
    <ol className="lw-legs">
      {legs.map(({ leg, mark, findings }) => {
        const Icon = ICONS[mark];
        const head = (
          <>
            <Icon size={20} className="lw-leg-icon" aria-hidden="true" />
            <span className="lw-leg-name">{words.legs[leg]}</span>
            <span className="lw-leg-mark">
              {mark === 'running' && step !== undefined ? words.steps[step] : words.marks[mark]}
            </span>
          </>
        );
        return (
          <li key={leg} className={`lw-leg lw-leg-${mark}`} data-testid={`leg-${leg}`} data-mark={mark}>
            {findings.length === 0 ? (
              <div className="lw-leg-head">{head}</div>
            ) : (
              <details open={mark === 'bad' || mark === 'warning'}>
                <summary className="lw-leg-head">{head}</summary>
                <ul className="lw-leg-steps">
                  {findings.map((finding) => (
                    <li key={finding.step}>
                      <span>{words.steps[finding.step]}</span>
                      <span className={`lw-leg-code lw-leg-code-${finding.kind}`}>
                        {words.codes[finding.code]}
                      </span>
                      <span className="lw-soft">{words.elapsed(finding.elapsedMs)}</span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}
