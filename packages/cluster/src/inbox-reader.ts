/** @module Reads messages from other nodes out of this node's inbox. */
import type { Logger } from '@longwire/protocol';
import type { RedisConnection } from './redis-connection.ts';
import { readEntries, type StreamEntry } from './redis-reply.ts';

/** Options of {@link InboxReader}. */
export interface InboxReaderOptions {
  /** A dedicated connection: it is blocked most of the time. */
  readonly connection: Pick<RedisConnection, 'run' | 'renew'>;
  readonly inbox: string;
  /** How long Redis blocks a read without entries, in milliseconds. */
  readonly blockMs: number;
  readonly logger: Logger;
  readonly onEntry: (entry: StreamEntry) => void;
}

/** Entries per read. */
const COUNT = 128;

/** Id before the first entry of a stream. */
const BEGINNING = '0-0';

/** Follows the stream across reconnects. */
export class InboxReader {
  readonly #options: InboxReaderOptions;
  #lastId = BEGINNING;
  #round = 0;

  constructor(options: InboxReaderOptions) {
    this.#options = options;
  }

  /** Id of the entry read last. */
  get lastId(): string {
    return this.#lastId;
  }

  /** Starts over: the inbox was recreated. */
  rewind(): void {
    this.#lastId = BEGINNING;
  }

  /** Reads until the connection is lost or `stop` is called. */
  start(): void {
    this.#round += 1;
    void this.#follow(this.#round);
  }

  stop(): void {
    this.#round += 1;
  }

  async #follow(round: number): Promise<void> {
    while (round === this.#round) {
      const from = this.#lastId;
      try {
        const entries = await this.#read(from);
        if (round === this.#round && from === this.#lastId) this.#take(entries);
      } catch (error) {
        if (round === this.#round) this.#options.connection.renew(error);
      }
    }
  }

  async #read(from: string): Promise<StreamEntry[]> {
    const { connection, inbox, blockMs } = this.#options;
    const args = ['COUNT', String(COUNT), 'BLOCK', String(blockMs), 'STREAMS', inbox, from];
    return readEntries(await connection.run(['XREAD', ...args]));
  }

  #take(entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      this.#lastId = entry.id;
      try {
        this.#options.onEntry(entry);
      } catch (error) {
        this.#options.logger.error('cluster.message-failed', { error });
      }
    }
  }
}
