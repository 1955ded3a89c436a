/** @module The keys in Redis. */

/** Every key of one service; two services with two prefixes share a Redis. */
export class RedisKeys {
  /** Sorted set of the nodes by their last sign of life. */
  readonly nodes: string;
  /** What the key of a node begins with; the node's id follows. */
  readonly nodePrefix: string;
  readonly #inboxPrefix: string;

  constructor(prefix: string) {
    this.nodes = `${prefix}nodes`;
    this.nodePrefix = `${prefix}node:`;
    this.#inboxPrefix = `${prefix}inbox:`;
  }

  /** Hash of the devices attached to a node; gone with it. */
  node(id: string): string {
    return `${this.nodePrefix}${id}`;
  }

  /** Stream of what other nodes have said to a node; gone with it. */
  inbox(id: string): string {
    return `${this.#inboxPrefix}${id}`;
  }
}
