/** @module Reports when a source starts to fail, when it recovers, and what else is to be known. */
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
  return `${health.kind}: ${(health.kind === 'ok' ? health.note : health.message) ?? ''}`;
}
