/** @module An observed resource: each value with its time. */

import { Button } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import { lineOf } from '../../../requests/answer-view.ts';
import type { ObservedValue, ObserveState } from '../../../requests/observe-run.ts';
import { failureOf } from '../../../session/failure.ts';
import './observe-panel.css';

const words = messages.requests;

/** The observation and its callbacks. */
export interface ObservePanelProps {
  readonly state: ObserveState;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onStop: () => void;
  readonly onAgain: (path: string) => void;
  readonly onClose: () => void;
}

/** The newest value first; nothing before the first observation. */
export function ObservePanel({ state, ...on }: ObservePanelProps) {
  if (state.kind === 'off') return null;
  const isOver = state.kind === 'ended';
  return (
    <section
      className="lw-surface lw-requests-card"
      data-testid="observed"
      data-state={state.kind}
      aria-label={words.observed}
    >
      <h3>{isOver ? words.observedBefore(state.path) : words.observedPath(state.path)}</h3>
      <output className="lw-soft">
        {[
          state.following === undefined ? words.observeWaiting : words[state.following],
          words.values(state.count),
          state.kind === 'paused' ? words.held(state.held.length) : '',
        ].join(' ')}
      </output>
      {isOver && state.error !== undefined && <Ending error={state.error} />}
      <div className="lw-actions">
        {state.kind === 'on' && (
          <Button variant="default" onClick={on.onPause}>
            {words.pause}
          </Button>
        )}
        {state.kind === 'paused' && <Button onClick={on.onResume}>{words.resume}</Button>}
        {!isOver && (
          <Button variant="default" onClick={on.onStop}>
            {words.stopObserving}
          </Button>
        )}
        {isOver && (
          <Button variant="default" onClick={() => on.onAgain(state.path)}>
            {words.observeAgain}
          </Button>
        )}
        {isOver && (
          <Button variant="subtle" onClick={on.onClose}>
            {words.close}
          </Button>
        )}
      </div>
      <ol className="lw-observed-values" data-testid="observed-values">
        {state.values.map((value) => (
          <Value key={value.id} value={value} />
        ))}
      </ol>
    </section>
  );
}

function Value({ value: { atMs, answer } }: { readonly value: ObservedValue }) {
  return (
    <li>
      <time dateTime={new Date(atMs).toISOString()}>{words.at(atMs)}</time>
      <span className="lw-mono">{textOf(answer.payload, answer.contentFormat)}</span>
    </li>
  );
}

function Ending({ error }: { readonly error: Error }) {
  const failure = failureOf(error, { isOnline: navigator.onLine });
  return (
    <p role="alert">
      {messages.failure[failure.kind].title} <span className="lw-mono lw-soft">{failure.detail}</span>
    </p>
  );
}

function textOf(payload: Uint8Array | undefined, format: number | undefined): string {
  if (payload === undefined || payload.length === 0) return words.emptyBody;
  return lineOf(payload, format) ?? words.size(payload.length);
}
