/** @module The steps of the latest connect: a bar for each, with its start and duration. */

import type { ConnectTrace } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { connectCourse, traceLines, type ConnectSpan } from '../../../path/connect-spans.ts';
import './connect-steps.css';

const words = messages.path.steps;
const { ms } = messages.path;

/** The steps. */
export function ConnectSteps({ trace }: { readonly trace: ConnectTrace | undefined }) {
  return (
    <section className="lw-surface lw-sheet" aria-labelledby="steps-title">
      <h3 id="steps-title">{words.title}</h3>
      {trace === undefined ? <p className="lw-soft">{words.none}</p> : <Course trace={trace} />}
    </section>
  );
}

function Course({ trace }: { readonly trace: ConnectTrace }) {
  const { attempt, spans, totalMs, end } = connectCourse(trace);
  return (
    <>
      <ol className="lw-falls" data-testid="connect-steps">
        {spans.map((span) => (
          <Bar key={span.name} span={span} totalMs={totalMs} />
        ))}
      </ol>
      <p className="lw-soft lw-falls-end">
        {words.attempt(attempt)}
        {end === 'connected' && <> · {words.connected(ms(totalMs))}</>}
        {end === 'failed' && <> · {words.failed(ms(totalMs))}</>}
      </p>
      <details className="lw-falls-all">
        <summary>{words.all}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
        <pre className="lw-mono" tabIndex={0} aria-label={words.all}>
          {traceLines(trace).join('\n')}
        </pre>
      </details>
    </>
  );
}

function Bar({ span, totalMs }: { readonly span: ConnectSpan; readonly totalMs: number }) {
  const name = words.name[span.name];
  const tookMs = (span.endMs ?? totalMs) - span.startMs;
  const duration = span.endMs === undefined ? words.running : ms(tookMs);
  const percent = (part: number): string => `${totalMs === 0 ? 0 : (part / totalMs) * 100}%`;
  return (
    <li>
      <span className="lw-hidden">{words.took(name, duration, ms(span.startMs))}</span>
      <span className="lw-fall-name" aria-hidden="true">
        {name}
        <span className="lw-soft">{duration}</span>
      </span>
      <span className="lw-fall-line" aria-hidden="true">
        <span
          className="lw-fall-bar"
          style={{ insetInlineStart: percent(span.startMs), inlineSize: percent(tookMs) }}
        />
      </span>
    </li>
  );
}
