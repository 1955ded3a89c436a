/** @module Calls on a session in the page, and their results. */
import { ContentFormat, type Method, type Session } from '@longwire/client';
import { attempt } from './outcome.ts';

/** An observed resource, and the part of its value to record. */
export interface Followed {
  readonly path: string;
  readonly field: string;
  readonly pollMs: number;
}

/** The calls of one session. */
export class SessionCalls {
  /** How each completed call ended: the status of an answer, or the code of an error. */
  readonly ends: Record<string, number | string | undefined> = {};
  /** The values of the observed resource, in order. */
  readonly values: unknown[] = [];
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Sends a request; its result is recorded under its method. */
  request(method: Method, path: string): void {
    void this.#keepEnd(method, async () => (await this.#session.request(method, path)).statusCode);
  }

  /** Opens a stream; its result is recorded as `stream`. */
  async openStream(port: number): Promise<void> {
    const { closed } = await this.#session.streams.open(port);
    void this.#keepEnd('stream', async () => {
      await closed;
      return 'in order';
    });
  }

  /** Observes a resource for as long as the session lasts. */
  follow({ path, field, pollMs }: Followed): void {
    void this.#keepEnd('following', async () => {
      for await (const response of this.#session.observe(path, { pollMs })) {
        const isJson = response.contentFormat === ContentFormat.json;
        const value: unknown = isJson ? response.json() : await response.cbor();
        this.values.push(Reflect.get(Object(value), field));
      }
      return 'in order';
    });
  }

  async #keepEnd(name: string, run: () => Promise<number | string>): Promise<void> {
    const outcome = await attempt(run);
    this.ends[name] = outcome.ok ? outcome.value : outcome.error.code;
  }
}
