/** @module A queue of written bytes that have not been sent yet. */

/** A queue of byte arrays. */
export class OutgoingBytes {
  #parts: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** Removes up to `limit` bytes from the front and returns them behind `head`, as one message. */
  take(limit: number, head: Uint8Array): Uint8Array {
    const parts = head.length > 0 ? [head] : [];
    let length = 0;
    while (length < limit) {
      const part = this.#parts.shift();
      if (part === undefined) break;
      const taken = part.subarray(0, limit - length);
      if (taken.length < part.length) this.#parts.unshift(part.subarray(taken.length));
      parts.push(taken);
      length += taken.length;
    }
    this.#length -= length;
    const [first] = parts;
    return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts, head.length + length);
  }

  clear(): void {
    this.#parts = [];
    this.#length = 0;
  }
}
