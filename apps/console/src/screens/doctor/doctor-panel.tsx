/** @module The doctor: the checks as they run, and the conclusion. */

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconStethoscope } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { secretsOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { doctorReport } from '../../doctor/doctor-report.ts';
import type { DoctorState } from '../../doctor/doctor.ts';
import { checkViews, type CheckView } from '../../doctor/check.ts';
import type { Conclusion } from '../../doctor/conclusion.ts';
import { codecTrouble } from '../../live/codec-trouble.ts';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { StatePanel, type StatePanelProps } from '../state-panel.tsx';
import { CheckList } from './check-list.tsx';

const words = messages.doctor;

/** The doctor of a device. */
export function DoctorPanel({ device }: { readonly device: RememberedDevice }) {
  const doctor = useServices().doctors.of(device.key);
  const state = useSyncExternalStore(doctor.subscribe, doctor.snapshot);
  const isRunning = state.kind === 'running';
  const findings = state.kind === 'idle' ? [] : state.findings;
  const step = isRunning ? state.step : undefined;
  const checks = checkViews(findings, step);
  return (
    <div data-testid="doctor" data-state={state.kind}>
      <StatePanel
        testId="conclusion"
        look="lw-state-card"
        announced="status"
        {...wordsOf(state, checks)}
        actions={
          isRunning ? (
            <Button variant="default" onClick={() => doctor.stop()}>
              {words.stop}
            </Button>
          ) : (
            <Button
              leftSection={<IconStethoscope size={20} aria-hidden="true" />}
              onClick={() => void doctor.run()}
            >
              {state.kind === 'idle' ? words.start : words.again}
            </Button>
          )
        }
        detailsLabel={words.all}
        isOpen={isRunning}
        details={
          (isRunning || findings.length > 0) && (
            <>
              <CheckList checks={checks} step={step} />
              {!isRunning && (
                <div className="lw-doctor-copy">
                  <CopyButton label={words.copy} text={() => reportOf(state, device)} />
                  <span className="lw-soft">{words.copyNote}</span>
                </div>
              )}
            </>
          )
        }
      />
    </div>
  );
}

/** Heading, line and color. */
function wordsOf(
  state: DoctorState,
  checks: readonly CheckView[],
): Pick<StatePanelProps, 'title' | 'line' | 'icon' | 'data'> {
  switch (state.kind) {
    case 'idle':
      return { line: words.lead };
    case 'running': {
      const check = checks.find(({ mark }) => mark === 'running')?.check;
      return check === undefined ? {} : { title: words.running(words.checks[check]) };
    }
    case 'done': {
      const { kind, isBlocking } = state.conclusion;
      const tone = isBlocking ? 'bad' : kind === 'allWell' ? 'good' : 'warning';
      const { title, todo } = conclusionWords(state.conclusion);
      const Icon = TONE_ICONS[tone];
      return {
        data: { 'data-conclusion': kind, 'data-tone': tone },
        icon: <Icon size={28} aria-hidden="true" />,
        title,
        line: tone === 'warning' ? `${words.worksAnyway} ${todo}` : todo,
      };
    }
    case 'broken':
      return {
        data: { 'data-conclusion': 'broken', 'data-tone': 'bad' },
        title: words.brokenTitle,
        line: (
          <>
            {words.brokenHint} <code className="lw-mono">{state.detail}</code>
          </>
        ),
      };
    default:
      return assertNever(state);
  }
}

const TONE_ICONS = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX } as const;

function conclusionWords(conclusion: Conclusion): { readonly title: string; readonly todo: string } {
  if (conclusion.kind === 'narrowLine') {
    const { title, todo } = words.narrowLine;
    return { title: title(conclusion.bitsPerSecond, conclusion.bitsPerSecondWanted), todo };
  }
  const { kind, lacked } = conclusion;
  if (lacked === undefined) return words.conclusions[kind];
  const { title, hint } = codecTrouble(lacked, messages);
  return { title, todo: hint };
}

function reportOf(state: DoctorState, device: RememberedDevice): string {
  return doctorReport({
    conclusion: state.kind === 'done' ? state.conclusion : undefined,
    findings: state.kind === 'idle' ? [] : state.findings,
    secrets: secretsOf(device),
    atMs: Date.now(),
    browser: navigator.userAgent,
  });
}
