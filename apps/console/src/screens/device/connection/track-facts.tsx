/** @module Incoming and outgoing tracks: one card for each. */

import { IconMicrophone, IconVideo, IconVolume } from '@tabler/icons-react';
import type { TrackStats } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import './track-facts.css';

const words = messages.path.tracks;
const { ms, bits, share } = messages.path;

/** The cards. */
export function TrackFacts({ tracks }: { readonly tracks: readonly TrackStats[] }) {
  return (
    <section className="lw-surface lw-sheet" aria-labelledby="tracks-title">
      <h3 id="tracks-title">{words.title}</h3>
      {tracks.length === 0 && <p className="lw-soft">{words.none}</p>}
      <ul className="lw-track-cards">
        {tracks.map((track) => (
          <li key={`${track.direction} ${track.id}`} data-testid={`track-${track.kind}-${track.direction}`}>
            <h4 className="lw-track-title">
              <TrackIcon track={track} />
              {words[track.kind]} <span className="lw-soft">{words[track.direction]}</span>
            </h4>
            <dl className="lw-track-facts">
              {factsOf(track).map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TrackIcon({ track }: { readonly track: TrackStats }) {
  if (track.kind === 'video') return <IconVideo size={18} aria-hidden="true" />;
  if (track.direction === 'send') return <IconMicrophone size={18} aria-hidden="true" />;
  return <IconVolume size={18} aria-hidden="true" />;
}

/** The values the browser reports, by name; the others are omitted. */
function factsOf(track: TrackStats): readonly (readonly [string, string])[] {
  const { codec, width, height, framesPerSecond, bitsPerSecond, freezes, frozenMs } = track;
  const { jitterMs, bufferMs, lossShare } = track;
  const rows: (readonly [string, string] | undefined)[] = [
    codec === undefined ? undefined : [words.codec, codec],
    width === undefined || height === undefined ? undefined : [words.size, words.pixels(width, height)],
    framesPerSecond === undefined ? undefined : [words.frames, words.framesValue(framesPerSecond)],
    bitsPerSecond === undefined ? undefined : [words.rate, bits(bitsPerSecond)],
    freezes === undefined ? undefined : [words.freezes, words.freezesValue(freezes, frozenMs ?? 0)],
    jitterMs === undefined ? undefined : [words.jitter, ms(jitterMs)],
    bufferMs === undefined ? undefined : [words.buffer, ms(bufferMs)],
    lossShare === undefined ? undefined : [words.lost, share(lossShare)],
  ];
  return rows.filter((row) => row !== undefined);
}
