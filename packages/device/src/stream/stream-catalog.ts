/** @module The stream services of a device, by port. */
import { checkStreamPort, EdgeError } from '@longwire/protocol';
import { OncePer } from '../log/once-per.ts';
import type { StreamHandler, StreamOptions, StreamService } from './stream-handler.ts';

/** Reason: a name is part of an action, and of a line in a list. */
const NAME = /^[\w.-]{1,64}$/u;

/** Every stream service of a device. */
export class StreamCatalog {
  readonly #services = new Map<number, StreamService>();

  /** All of them, in the order of their ports. */
  get services(): readonly StreamService[] {
    return [...this.#services.values()].toSorted((a, b) => a.port - b.port);
  }

  /**
   * Adds a service.
   * @throws EdgeError ERR_STREAM_PORT for a port that is none, ERR_DEVICE_OPTIONS for one that is taken, or a bad name.
   */
  add(port: number, handler: StreamHandler, { name, action = `Stream:${name}` }: StreamOptions): void {
    checkStreamPort(port);
    if (!NAME.test(name))
      throw new EdgeError(
        'ERR_DEVICE_OPTIONS',
        `stream name expected 1 to 64 of A-Z a-z 0-9 . _ -, got '${name}'`,
      );
    if (action === '') throw new EdgeError('ERR_DEVICE_OPTIONS', 'stream action expected not to be empty');
    if (this.#services.has(port))
      throw new EdgeError('ERR_DEVICE_OPTIONS', `stream port expected to be new, got ${port} a second time`);
    // A page asks for many streams, and again when they fail.
    const warnings = new OncePer();
    this.#services.set(port, { port, name, action, handler, warnings });
  }

  /** The service of a port, if there is one. */
  get(port: number): StreamService | undefined {
    return this.#services.get(port);
  }
}
