/** @module The last address in a device's pages, as long as the console is open. */

/** The last address in one device's pages; initially its start page. */
export class WebPlace {
  #port: number | undefined;
  #path = '/';

  /** The chosen stream, if there is one. */
  get port(): number | undefined {
    return this.#port;
  }

  /** The last path. */
  get path(): string {
    return this.#path;
  }

  choose(port: number): void {
    this.#port = port;
  }

  visit(path: string): void {
    this.#path = path;
  }
}
