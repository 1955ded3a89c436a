/** @module An example at work: on a stage of its own, or with the reader's device. */
import type { SessionOptions } from '@longwire/client';
import { Suspense, use, useEffect, useState } from 'react';
import { FAULTS, Hands } from '../stage/hands.tsx';
import { createStage, type Stage } from '../stage/stage.ts';
import type { DocPage } from './pages.tsx';

interface RunningProps {
  readonly page: DocPage;
  /** The reader's own device. */
  readonly device: SessionOptions | undefined;
}

/** Runs an example, and again from its beginning when asked to. */
export function Running({ page, device }: RunningProps) {
  const [{ stage, turn }, setRun] = useState(() => ({ stage: createStage(), turn: 0 }));
  const restart = (): void => setRun({ stage: createStage(), turn: turn + 1 });
  return (
    <section className="running" aria-labelledby="running">
      <h2 id="running">Running</h2>
      <Suspense key={turn} fallback={<div className="example">…</div>}>
        {device === undefined ? (
          <OnStage page={page} promise={stage} onRestart={restart} />
        ) : (
          <>
            <div className="example">{page.run(device)}</div>
            <p className="hands">This runs with your own device.</p>
          </>
        )}
      </Suspense>
    </section>
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
      <div className="example">{page.run(options)}</div>
      <fieldset className="hands">
        <legend>Do something to the device</legend>
        <p>{page.hint}</p>
        <Hands stage={stage} hands={[...(page.hands ?? []), ...FAULTS]} />
        <button onClick={onRestart}>Begin again</button>
      </fieldset>
    </>
  );
}
