/** @module The response to the latest request. */

import type { RequestProgress } from '@longwire/client';
import { assertNever } from '@longwire/protocol/base';
import { messages } from '../../../messages/messages.ts';
import type { RunState } from '../../../requests/request-run.ts';
import { failureOf } from '../../../session/failure.ts';
import { AnswerBody } from './answer-body.tsx';
import { isGoodStatus, statusText } from '../../../requests/answer-view.ts';
import { formatName, statusWord } from './format-name.ts';
import './answer-panel.css';

const words = messages.requests;

/** Status, duration and size on one line, and the payload in the chosen view. */
export function AnswerPanel({ state }: { readonly state: RunState }) {
  return (
    <section
      className="lw-surface lw-requests-card lw-answer"
      data-testid="answer"
      data-state={state.kind}
      aria-label={words.answer}
    >
      <AnswerContent state={state} />
    </section>
  );
}

function AnswerContent({ state }: { readonly state: RunState }) {
  switch (state.kind) {
    case 'idle':
      return <p className="lw-soft">{words.none}</p>;
    case 'pending':
      return <PendingLine progress={state.progress} />;
    case 'stopped':
      return <output className="lw-soft">{words.stopped}</output>;
    case 'failed': {
      const failure = failureOf(state.error, { isOnline: navigator.onLine });
      return (
        <div role="alert">
          <h3>{messages.failure[failure.kind].title}</h3>
          <p>{messages.failure[failure.kind].hint}</p>
          <p className="lw-mono lw-soft">{failure.detail}</p>
        </div>
      );
    }
    case 'answered':
      return (
        <>
          <StatusLine state={state} />
          {[401, 403].includes(state.answer.statusCode) && <p>{messages.failure.forbidden.hint}</p>}
          <AnswerBody answer={state.answer} path={state.request.path} />
        </>
      );
    default:
      return assertNever(state);
  }
}

/** Shows progress for payloads that take noticeable time. */
function PendingLine({ progress }: { readonly progress: RequestProgress | undefined }) {
  if (progress === undefined) {
    return <output className="lw-soft">{words.sending}</output>;
  }
  const { sentBytes, receivedBytes, totalBytes } = progress;
  const [moved, text] =
    receivedBytes === 0
      ? [sentBytes, words.uploading(words.size(sentBytes), words.size(totalBytes ?? sentBytes))]
      : [
          receivedBytes,
          words.downloading(
            words.size(receivedBytes),
            totalBytes === undefined ? undefined : words.size(totalBytes),
          ),
        ];
  return (
    <div className="lw-answer-progress">
      <progress
        aria-label={words.sending}
        {...(totalBytes === undefined ? {} : { value: moved, max: Math.max(totalBytes, 1) })}
      />
      <span className="lw-soft">{text}</span>
    </div>
  );
}

/** Status code and meaning, duration, sizes in both directions, and format. */
function StatusLine({ state }: { readonly state: Extract<RunState, { readonly kind: 'answered' }> }) {
  const { answer, sentBytes, elapsedMs } = state;
  const receivedBytes = answer.payload?.length ?? 0;
  return (
    <output className="lw-answer-line">
      <strong
        className={isGoodStatus(answer.statusCode) ? 'lw-status lw-status-good' : 'lw-status'}
        data-testid="answer-status"
      >
        {statusText(answer.statusCode)} {statusWord(answer.statusCode)}
      </strong>
      <span>{words.elapsed(elapsedMs)}</span>
      {sentBytes > 0 && <span data-testid="answer-sent">{words.sent(sentBytes)}</span>}
      <span data-testid="answer-size">{words.received(receivedBytes)}</span>
      {receivedBytes > 0 && <span>{formatName(answer.contentFormat)}</span>}
    </output>
  );
}
