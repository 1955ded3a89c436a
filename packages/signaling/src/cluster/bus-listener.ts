/** @module Whom the bus tells. */
import type { BusMessage } from './bus-message.ts';
import type { LaneFault } from './lane.ts';

/** What is told of other nodes and of Redis. */
export interface BusListener {
  /** Another node said something; in the order said, each once. */
  handleMessage(from: string, message: BusMessage): void;
  /** All that is shared with a node is over: it is gone, or what was said may be lost. */
  handleBroken(node: string, fault: LaneFault): void;
  /** Redis knows this node, but none of its devices. */
  handleRegistered(): void;
  /** Redis is there, or there again. */
  handleUsable(): void;
  /** The number of this node's devices that Redis has on record. */
  handleCount(devices: number): void;
}
