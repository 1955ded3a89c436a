/** @module Reports when a source starts to fail and when it recovers. */
import type { MediaSource, SourceHealth } from '../media/media-source.ts';

/** Calls `report` on each change of a source's health; returns a function that stops it. */
export function followHealth(source: MediaSource, report: (health: SourceHealth) => void): () => void {
  let last = source.health;
  return source.on('change', () => {
    const { health } = source;
    if (summaryOf(health) === summaryOf(last)) return;
    last = health;
    report(health);
  });
}

function summaryOf(health: SourceHealth): string {
  return health.kind === 'ok' ? '' : `${health.kind}: ${health.message}`;
}
