/** @module The keys in Redis. */

/** All keys of one service; services with different prefixes can share a Redis. */
export class RedisKeys {
  /** Sorted set of the nodes by their last heartbeat. */
  readonly nodes: string;
  /** Prefix of the nodes' keys; the node's id follows. */
  readonly nodePrefix: string;
  readonly #inboxPrefix: string;

  constructor(prefix: string) {
    this.nodes = `${prefix}nodes`;
    this.nodePrefix = `${prefix}node:`;
    this.#inboxPrefix = `${prefix}inbox:`;
  }

  /** Hash of the devices attached to a node; expires with the node. */
  node(id: string): string {
    return `${this.nodePrefix}${id}`;
  }

  /** Stream of the messages to a node; expires with the node. */
  inbox(id: string): string {
    return `${this.#inboxPrefix}${id}`;
  }
}
