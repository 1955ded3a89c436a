/** @module Callbacks of the bus. */
import type { BusMessage } from './bus-message.ts';
import type { OutboxFault } from './node-outbox.ts';

/** Receives what happens on other nodes and in Redis. */
export interface BusListener {
  /** A message from another node; in order, each once. */
  handleMessage(from: string, message: BusMessage): void;
  /** Everything shared with a node has ended: the node is gone, or messages may be lost. */
  handleBroken(node: string, fault: OutboxFault): void;
  /** Redis has registered this node, without any device yet. */
  handleRegistered(): void;
  /** Redis is reachable (again). */
  handleUsable(): void;
  /** The number of this node's devices that Redis has on record. */
  handleCount(devices: number): void;
}
