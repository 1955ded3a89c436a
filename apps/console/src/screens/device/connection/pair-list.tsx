/** @module The candidate pairs that ICE tried. They are shown with their addresses and copied without. */

import { useEffect, useState } from 'react';
import type { Session } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { candidatePairs, type CandidatePair, type PairEnd } from '../../../path/candidate-pairs.ts';
import { hideSecrets } from '../../../path/hide-secrets.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import './pair-list.css';

const words = messages.path.pairs;

/** The list. */
export function PairList({ session }: { readonly session: Session }) {
  const [pairs, setPairs] = useState<readonly CandidatePair[]>([]);
  useEffect(() => watchPairs(session, setPairs, reportError), [session]);
  return (
    <section className="lw-surface lw-sheet" aria-labelledby="pairs-title">
      <h3 id="pairs-title">{words.title}</h3>
      <p className="lw-soft">{pairs.length === 0 ? words.none : words.lead}</p>
      <ul className="lw-pairs" data-testid="pairs">
        {pairs.map((pair) => (
          <li key={pair.id} data-fate={pair.fate}>
            <span className={`lw-fate lw-fate-${pair.fate}`}>{words.fate[pair.fate]}</span>
            <End name={words.here} end={pair.local} />
            <End name={words.there} end={pair.remote} />
            <span className="lw-soft lw-pair-checks">
              {words.checks(pair.requestsSent, pair.responsesReceived)}
              {pair.roundTripMs !== undefined && <> · {messages.path.ms(pair.roundTripMs)}</>}
            </span>
          </li>
        ))}
      </ul>
      {pairs.length > 0 && <CopyButton label={words.copy} text={() => reportOf(pairs)} />}
    </section>
  );
}

function End({ name, end }: { readonly name: string; readonly end: PairEnd }) {
  return (
    <span className="lw-pair-end">
      <span className="lw-soft">{name}: </span>
      {kindOf(end)}
      <span className="lw-mono">{addressOf(end)}</span>
    </span>
  );
}

function kindOf({ type, protocol, relayProtocol }: PairEnd): string {
  const known: Readonly<Record<string, string>> = words.type;
  const kind = known[type] ?? words.type.unknown;
  const over = relayProtocol ?? protocol;
  return over === undefined ? kind : words.over(kind, over.toUpperCase());
}

function addressOf({ address, port }: PairEnd): string {
  if (address === undefined) return words.hiddenAddress;
  const host = address.includes(':') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}

function wordsOf({ type, protocol, relayProtocol }: PairEnd): string {
  const relay = relayProtocol === undefined ? undefined : `relay over ${relayProtocol}`;
  return [type, protocol, relay].filter((part) => part !== undefined).join(' ');
}

function reportOf(pairs: readonly CandidatePair[]): string {
  const lines = pairs.map(
    ({ fate, local, remote, requestsSent, responsesReceived }) =>
      `${fate}: ${wordsOf(local)} - ${wordsOf(remote)}, ${requestsSent} asked, ${responsesReceived} answered`,
  );
  return hideSecrets(lines.join('\n'), []);
}

/** Time between two reads, in milliseconds: pairs change slowly. */
const READ_INTERVAL_MS = 2000;

/** Reports the pairs now and at intervals; returns a function that stops it. A session without a connection reports nothing new. */
function watchPairs(
  session: Pick<Session, 'getStats' | 'state'>,
  report: (pairs: readonly CandidatePair[]) => void,
  fail: (error: unknown) => void,
): () => void {
  let isOver = false;
  const read = async (): Promise<void> => {
    if (session.state.kind !== 'ready') return;
    try {
      const pairs = candidatePairs(await session.getStats());
      if (!isOver) report(pairs);
    } catch (error) {
      // The connection may have ended between reading the state and the statistics.
      if (!isOver && session.state.kind === 'ready') fail(error);
    }
  };
  void read();
  const timer = setInterval(() => void read(), READ_INTERVAL_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
