/** @module The service's health, connection counts and rates. */

import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { words } from '../../messages/service-messages.ts';
import { MINUTE_SECONDS, Rates, type RatePoint } from '../../service/rates.ts';
import { useTitle } from '../use-title.ts';
import { AuditLine, type AuditEntry } from './audit-line.tsx';
import { Waiting } from './data-table.tsx';
import { useOperator } from './operator-context.tsx';
import { errorOf, valueOf } from '../../reading.ts';
import { ProblemNote } from './problem-note.tsx';
import { RateTile } from './rate-tile.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useLoaded } from './use-loaded.ts';
import './overview-screen.css';

const COUNTS_MS = 2_000;
const HEALTH_MS = 10_000;
/** How many refusals are shown, of how long. */
const REFUSALS = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What needs attention first: health, then what was refused; then numbers and rates. */
export function OverviewScreen() {
  useTitle(words.overview);
  return (
    <div className="lw-overview">
      <h1 className="lw-hidden">{words.overview}</h1>
      <Health />
      <Refusals />
      <Numbers />
    </div>
  );
}

function Health() {
  const { session } = useOperator();
  const load = useCallback((signal: AbortSignal) => session.health(signal), [session]);
  const { state, reload } = useLoaded(load, HEALTH_MS);
  if (state.kind === 'waiting') return <Waiting />;
  const [value, problem] = [valueOf(state), errorOf(state)];
  if (value === undefined) return <ProblemNote problem={problem} onAgain={() => void reload()} />;
  const parts = Object.entries(value);
  const isGood = parts.every(([, works]) => works) && problem === undefined;
  return (
    <section className="lw-health" aria-labelledby="health" data-good={isGood}>
      <h2 id="health">{isGood ? words.health.good : words.health.bad}</h2>
      <ul>
        {parts.map(([name, works]) => (
          <li key={name} data-good={works}>
            {works ? (
              <IconCircleCheck size={18} aria-hidden="true" />
            ) : (
              <IconCircleX size={18} aria-hidden="true" />
            )}
            {partName(name)} {works ? words.health.works : words.health.fails}
          </li>
        ))}
      </ul>
      <ProblemNote problem={problem} onAgain={() => void reload()} />
    </section>
  );
}

function partName(name: string): string {
  const { parts } = words.health;
  return Object.entries(parts).find(([known]) => known === name)?.[1] ?? name;
}

/** The last refusals of a day, if there were any. */
function Refusals() {
  const { session } = useOperator();
  const nowMs = useNow(HEALTH_MS);
  const load = useCallback(
    (signal: AbortSignal) =>
      session.ask('GET /audit', { query: { outcome: 'refused', limit: REFUSALS }, signal }),
    [session],
  );
  const { state } = useLoaded(load, HEALTH_MS);
  const entries = valueOf(state)?.items.filter(({ at }) => nowMs - Date.parse(at) < DAY_MS) ?? [];
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">{words.refusals.title}</h2>
      <ul className="lw-surface lw-refusals">
        {entries.map((entry) => (
          <li key={entry.seq}>
            <AuditLine entry={entry} />
            <span className="lw-soft">{subjectOf(entry)}</span>
          </li>
        ))}
      </ul>
      <Link className="lw-up" to="/service/audit">
        {words.refusals.all}
      </Link>
    </section>
  );
}

function subjectOf({ productId, deviceId, address }: AuditEntry): string {
  return [productId, deviceId, address].filter((part) => part !== null).join(' · ');
}

function Numbers() {
  const { session } = useOperator();
  const rates = useMemo(() => new Rates(), []);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await session.ask('GET /live/counts', { signal });
      if (!answer.isDone) return answer;
      return {
        isDone: true,
        value: { missing: answer.value.missingNodes, points: rates.add(answer.value) },
      } as const;
    },
    [session, rates],
  );
  const { state, reload } = useLoaded(load, COUNTS_MS);
  if (state.kind === 'waiting') return <Waiting />;
  const [value, problem] = [valueOf(state), errorOf(state)];
  if (value === undefined) return <ProblemNote problem={problem} onAgain={() => void reload()} />;
  const { points, missing } = value;
  const knownSeconds = points.at(-1)?.knownSeconds ?? 0;
  const tile = (
    name: string,
    read: (point: RatePoint) => number | undefined,
    format: (n: number) => string,
  ) => <RateTile name={name} values={points.map(read)} format={format} />;
  return (
    <section aria-labelledby="numbers" className="lw-numbers">
      <h2 id="numbers">{words.rates.title}</h2>
      <ProblemNote problem={problem} />
      {missing.length > 0 && <p className="lw-warning">{words.health.missing(missing.length)}</p>}
      <ul className="lw-rates">
        {tile(words.rates.devices, ({ devices }) => devices, words.count)}
        {tile(words.rates.sessions, ({ sessions }) => sessions, words.count)}
        {tile(words.rates.messages, ({ messages }) => messages, words.rate)}
        {tile(words.rates.logins, ({ logins }) => logins, words.rate)}
        {tile(words.rates.refused, ({ refusedLogins }) => refusedLogins, words.rate)}
      </ul>
      <p className="lw-soft lw-note">
        {words.rates.ofNode}
        {knownSeconds < MINUTE_SECONDS && ` ${words.rates.known(knownSeconds)}`}
      </p>
    </section>
  );
}
