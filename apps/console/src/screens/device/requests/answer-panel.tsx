/** @module The answer to the latest request. */

import type { RequestState } from '@longwire/react';
import { messages } from '../../../messages/messages.ts';
import { viewOfAnswer } from '../../../requests/answer-view.ts';
import { failureOf } from '../../../session/failure.ts';

const words = messages.requests;

/** Status, time and size on one line, and the payload by its format. */
export function AnswerPanel({ state }: { readonly state: RequestState }) {
  return (
    <section
      className="lw-answer"
      data-testid="answer"
      data-state={state.kind}
      aria-label={words.answer}
      aria-live="polite"
    >
      <AnswerContent state={state} />
    </section>
  );
}

function AnswerContent({ state }: { readonly state: RequestState }) {
  if (state.kind === 'idle') return <p className="lw-soft">{words.none}</p>;
  if (state.kind === 'pending') return <p className="lw-soft">{words.sending}</p>;
  if (state.kind === 'failed') {
    const failure = failureOf(state.error, { isOnline: navigator.onLine });
    return (
      <>
        <h3>{messages.failure[failure.kind].title}</h3>
        <p className="lw-mono lw-soft">{failure.detail}</p>
      </>
    );
  }
  const view = viewOfAnswer(state.answer, words);
  return (
    <>
      <p className="lw-answer-line">
        <strong
          className={view.isGood ? 'lw-status lw-status-good' : 'lw-status'}
          data-testid="answer-status"
        >
          {view.status} {view.statusWord}
        </strong>
        <span data-testid="answer-elapsed">{words.elapsed(state.elapsedMs)}</span>
        <span data-testid="answer-size">{words.size(view.size)}</span>
        {view.formatName !== undefined && <span>{view.formatName}</span>}
      </p>
      {view.isUndecodable && <p className="lw-soft">{words.undecodable(view.formatName ?? '')}</p>}
      {view.size === 0 ? (
        <p className="lw-soft">{words.emptyBody}</p>
      ) : (
        <pre className="lw-answer-body" data-testid="answer-body">
          {view.body}
        </pre>
      )}
    </>
  );
}
