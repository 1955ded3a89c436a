/** @module The outcome of a request, on one line. */

import { messages } from '../../../messages/messages.ts';
import { isGoodStatus, statusText } from '../../../requests/answer-view.ts';
import type { RunState } from '../../../requests/request-run.ts';
import { formatName, statusWord } from './format-name.ts';
import './status-line.css';

const words = messages.requests;

/** Status code and meaning, duration, sizes in both directions, and format. */
export function StatusLine({ state }: { readonly state: Extract<RunState, { readonly kind: 'answered' }> }) {
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
