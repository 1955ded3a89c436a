/** @module When a source begins to fail, and when it is well again. */
import type { MediaSource, SourceHealth } from '../media/media-source.ts';

/** Tells of each change of a source's health; returns what ends it. */
export function followHealth(source: MediaSource, tell: (health: SourceHealth) => void): () => void {
  let last = source.health;
  return source.on('change', () => {
    const { health } = source;
    if (wordsOf(health) === wordsOf(last)) return;
    last = health;
    tell(health);
  });
}

function wordsOf(health: SourceHealth): string {
  return health.kind === 'ok' ? '' : `${health.kind}: ${health.message}`;
}
