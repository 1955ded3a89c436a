/** @module The list of checks, each with its result. */

import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
} from '@tabler/icons-react';
import type { DiagnosisStep } from '@longwire/client/diagnostics';
import { checkRows, type CheckResult, type CheckRow, type CheckView } from '../../doctor/check.ts';
import { messages } from '../../messages/messages.ts';
import './check-list.css';

const words = messages.doctor;

const ICONS = {
  waiting: IconCircle,
  running: IconCircleDashed,
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  skipped: IconCircleMinus,
} as const satisfies Record<CheckResult, unknown>;

/** Props of the list. */
export interface CheckListProps {
  readonly checks: readonly CheckView[];
  /** The running step. */
  readonly step: DiagnosisStep | undefined;
}

/** The list. A failed check shows its steps; the others open on demand, unless every step was skipped and the summary states the reason. */
export function CheckList({ checks, step }: CheckListProps) {
  return (
    <ol className="lw-checks">
      {checks.map(({ check, mark, findings }) => {
        const Icon = ICONS[mark];
        const rows = checkRows(findings);
        const reason = mark === 'skipped' && rows.length === 1 ? rows[0]?.code : undefined;
        const head = (
          <>
            <Icon size={20} className="lw-check-icon" aria-hidden="true" />
            <span className="lw-check-name">{words.checks[check]}</span>
            <span className="lw-check-mark">{wordsOf(mark, step, reason)}</span>
          </>
        );
        return (
          <li
            key={check}
            className={`lw-check lw-check-${mark}`}
            data-testid={`check-${check}`}
            data-mark={mark}
          >
            {rows.length === 0 || reason !== undefined ? (
              <div className="lw-check-head">{head}</div>
            ) : (
              <details open={mark === 'bad' || mark === 'warning'}>
                <summary className="lw-check-head">{head}</summary>
                <ul className="lw-check-steps">
                  {rows.map((row) => (
                    <li key={row.steps[0]}>
                      <span>{row.steps.map((name) => words.steps[name]).join(', ')}</span>
                      <span className={`lw-check-code lw-check-code-${row.kind}`}>
                        {words.codes[row.code]}
                      </span>
                      {row.elapsedMs !== undefined && (
                        <span className="lw-soft">{words.elapsed(row.elapsedMs)}</span>
                      )}
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

function wordsOf(
  mark: CheckResult,
  step: DiagnosisStep | undefined,
  reason: CheckRow['code'] | undefined,
): string {
  if (reason !== undefined) return words.codes[reason];
  return mark === 'running' && step !== undefined ? words.steps[step] : words.marks[mark];
}
