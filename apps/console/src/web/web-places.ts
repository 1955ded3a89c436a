/** @module Where a person was in the pages of each device, for as long as the console is open. */

/** The place in one device's pages. */
export class WebPlace {
  #port: number | undefined;
  #path = '/';

  /** The stream that was chosen, if one was. */
  get port(): number | undefined {
    return this.#port;
  }

  /** The path that was shown last. */
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

/** The places of all devices. */
export class WebPlaces {
  readonly #places = new Map<string, WebPlace>();

  /** The place in a device's pages; its beginning at first. */
  of(key: string): WebPlace {
    const place = this.#places.get(key) ?? new WebPlace();
    this.#places.set(key, place);
    return place;
  }
}
