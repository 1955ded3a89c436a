/** @module One value for each key, made when it is first asked for. */

/** Where the values are: in a `WeakMap` each is kept as long as its key. */
interface Made<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Makes the values and keeps them. */
export class OneForEach<Key, Value extends object | number> {
  readonly #make: (key: Key) => Value;
  readonly #made: Made<Key, Value>;

  constructor(make: (key: Key) => Value, made: Made<Key, Value> = new Map<Key, Value>()) {
    this.#make = make;
    this.#made = made;
  }

  /** The value of this key; always the same one. */
  of(key: Key): Value {
    const value = this.#made.get(key) ?? this.#make(key);
    this.#made.set(key, value);
    return value;
  }
}
