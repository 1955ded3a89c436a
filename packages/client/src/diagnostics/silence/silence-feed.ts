/** @module Starts the silence watch; its code loads with the first listener. */
import { STATS } from '../stats/stats-feed.ts';
import type { SilenceOptions, SilenceWatch } from './watch-silence.ts';

/** Starts at once; returns a function that stops it. */
export function startSilence(options: SilenceOptions): () => void {
  const feed: Feed = { isOver: false, watch: undefined };
  void start(feed, options);
  return () => {
    feed.isOver = true;
    feed.watch?.close();
  };
}

interface Feed {
  isOver: boolean;
  watch: SilenceWatch | undefined;
}

async function start(feed: Feed, options: SilenceOptions): Promise<void> {
  try {
    const part = await STATS.load();
    if (!feed.isOver) feed.watch = new part.SilenceWatch(options);
  } catch (error) {
    options.fail(error);
  }
}
