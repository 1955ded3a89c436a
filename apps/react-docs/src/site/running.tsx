/** @module A running example: on a separate stage, or with the reader's device. */
import type { SessionOptions } from '@longwire/client';
import { Suspense, use, useEffect, useState } from 'react';
import { FAULTS, Controls } from '../stage/controls.tsx';
import { createStage, type Stage } from '../stage/stage.ts';
import { Example } from './example.tsx';
import type { DocPage } from './pages.tsx';

interface RunningProps {
  readonly page: DocPage;
  /** The reader's device. */
  readonly device: SessionOptions | undefined;
}

/** Runs an example. */
export function Running({ page, device }: RunningProps) {
  return (
    <section className="running" aria-labelledby="running">
      <h2 id="running">Running</h2>
      {device === undefined ? (
        <Staged page={page} />
      ) : (
        <>
          <Example>{page.run(device)}</Example>
          <p className="controls">This example runs with your own device.</p>
        </>
      )}
    </section>
  );
}

/** Runs an example on a stage; a button restarts it on a new one. */
function Staged({ page }: { readonly page: DocPage }) {
  const [{ stage, turn }, setRun] = useState(() => ({ stage: createStage(), turn: 0 }));
  const restart = (): void => setRun({ stage: createStage(), turn: turn + 1 });
  return (
    <Suspense key={turn} fallback={<div className="example">…</div>}>
      <OnStage page={page} promise={stage} onRestart={restart} />
    </Suspense>
  );
}

interface OnStageProps {
  readonly page: DocPage;
  readonly promise: Promise<Stage>;
  readonly onRestart: () => void;
}

function OnStage({ page, promise, onRestart }: OnStageProps) {
  const stage = use(promise);
  useEffect(() => stage.run(), [stage]);
  const { options } = stage;
  return (
    <>
      <Example>{page.run(options)}</Example>
      <fieldset className="controls">
        <legend>Control the device</legend>
        <p>{page.hint}</p>
        <Controls stage={stage} controls={[...(page.controls ?? []), ...FAULTS]} />
        <button onClick={onRestart}>Restart</button>
      </fieldset>
    </>
  );
}
