/** @module The stream services of a device, by port. */
import { checkStreamPort, EdgeError } from '@longwire/protocol';
import { OncePer } from '../log/once-per.ts';
import type { StreamHandler, StreamOptions, StreamService } from './stream-handler.ts';

/** Reason: a name is part of an action and of lists. */
const NAME = /^[\w.-]{1,64}$/u;

/** All stream services of a device. */
export class StreamCatalog {
  readonly #services = new Map<number, StreamService>();

  /** All services, sorted by port. */
  get services(): readonly StreamService[] {
    return [...this.#services.values()].toSorted((a, b) => a.port - b.port);
  }

  /**
   * Adds a service.
   * @throws EdgeError ERR_STREAM_PORT for an invalid port, ERR_DEVICE_OPTIONS for a port in use, an invalid name or an empty action.
   */
  add(port: number, handler: StreamHandler, { name, action = `Stream:${name}` }: StreamOptions): void {
    checkStreamPort(port);
    if (!NAME.test(name))
      throw new EdgeError(
        'ERR_DEVICE_OPTIONS',
        `invalid stream name "${name}": use 1 to 64 characters of A-Z a-z 0-9 . _ -`,
      );
    if (action === '') throw new EdgeError('ERR_DEVICE_OPTIONS', 'stream action must not be empty');
    if (this.#services.has(port))
      throw new EdgeError('ERR_DEVICE_OPTIONS', `stream port ${port} is already in use`);
    // Pages open many streams and retry when they fail, so warnings are limited.
    const warnings = new OncePer();
    this.#services.set(port, { port, name, action, handler, warnings });
  }

  /** The service of a port, if any. */
  get(port: number): StreamService | undefined {
    return this.#services.get(port);
  }
}
