/** @module The doctor: the checks as they run, and the conclusion. */

import { Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { secretsOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { doctorReport } from '../../doctor/doctor-report.ts';
import type { DoctorState } from '../../doctor/doctor.ts';
import { checkViews } from '../../doctor/check.ts';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConclusionCard } from './conclusion-card.tsx';
import { CheckList } from './check-list.tsx';
import './doctor-panel.css';

const words = messages.doctor;

/** The doctor of a device. */
export function DoctorPanel({ device }: { readonly device: RememberedDevice }) {
  const doctor = useServices().doctors.of(device.key);
  const state = useSyncExternalStore(doctor.subscribe, doctor.snapshot);
  const findings = state.kind === 'idle' ? [] : state.findings;
  const step = state.kind === 'running' ? state.step : undefined;
  return (
    <div className="lw-doctor" data-testid="doctor" data-state={state.kind}>
      {state.kind === 'idle' && <p className="lw-soft">{words.lead}</p>}
      <output className="lw-doctor-word">
        <Word state={state} />
      </output>
      <div className="lw-actions">
        {state.kind === 'running' ? (
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
        )}
      </div>
      {state.kind === 'running' && <CheckList legs={checkViews(findings, step)} step={step} />}
      {state.kind !== 'running' && findings.length > 0 && (
        <details>
          <summary>{words.all}</summary>
          <CheckList legs={checkViews(findings, undefined)} step={undefined} />
          <div className="lw-doctor-copy">
            <CopyButton label={words.copy} text={() => reportOf(state, device)} />
            <span className="lw-soft">{words.copyNote}</span>
          </div>
        </details>
      )}
    </div>
  );
}

function Word({ state }: { readonly state: DoctorState }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running': {
      const leg = checkViews(state.findings, state.step).find(({ mark }) => mark === 'running')?.leg;
      return leg === undefined ? null : (
        <span className="lw-doctor-now">{words.running(words.checks[leg])}</span>
      );
    }
    case 'done':
      return <ConclusionCard conclusion={state.conclusion} />;
    case 'broken':
      return (
        <span className="lw-conclusion lw-conclusion-bad" data-conclusion="broken">
          <span className="lw-conclusion-words">
            <strong>{words.brokenTitle}</strong>
            <span>{words.brokenHint}</span>
            <code className="lw-mono">{state.detail}</code>
          </span>
        </span>
      );
    default:
      return assertNever(state);
  }
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
