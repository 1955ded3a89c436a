/** @module Lua scripts in Redis: each is sent once and then called by its hash. */
import { createHash } from 'node:crypto';
import { ErrorReply } from '@redis/client';
import type { RunCommand } from './redis-connection.ts';

/** A script and its hash. */
export class RedisScript {
  readonly #text: string;
  readonly #hash: string;

  constructor(text: string) {
    this.#text = text;
    this.#hash = createHash('sha1').update(text).digest('hex');
  }

  async run(run: RunCommand, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    try {
      return await run(['EVALSHA', this.#hash, ...rest]);
    } catch (error) {
      if (!(error instanceof ErrorReply) || !error.message.startsWith('NOSCRIPT')) throw error;
      return run(['EVAL', this.#text, ...rest]);
    }
  }
}
