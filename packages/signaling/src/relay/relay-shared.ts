/** @module What all connections of a node share. */
import type { BucketRate } from '@longwire/protocol';
import { Heartbeats } from './heartbeats.ts';
import { LiveRegister } from './live-register.ts';
import { LoginGate } from './login-gate.ts';
import { OpenSockets } from './open-sockets.ts';
import type { RelayPorts } from './relay-ports.ts';
import { SocketSlots } from './socket-slots.ts';
import { WaitingSlots } from './waiting-slots.ts';

/** A single object for all sockets, which may be ten thousand. */
export interface RelayShared extends RelayPorts {
  readonly live: LiveRegister;
  /** Sockets of clients. */
  readonly clients: OpenSockets;
  /** Sockets of devices. */
  readonly devices: OpenSockets;
  readonly heartbeats: Heartbeats;
  readonly logins: LoginGate;
  readonly slots: SocketSlots;
  readonly waiting: WaitingSlots;
  /** Message rate of a peer or session. */
  readonly rate: BucketRate;
}

/** Creates the shared object of a node. */
export function createShared(ports: RelayPorts, node: string): RelayShared {
  const { clock, limits } = ports;
  const [clients, devices] = [new OpenSockets(), new OpenSockets()];
  const beat = (turn: number): void => {
    clients.beat(turn);
    devices.beat(turn);
  };
  return {
    ...ports,
    live: new LiveRegister(node),
    clients,
    devices,
    heartbeats: new Heartbeats({ clock, intervalMs: limits.pingIntervalMs, beat }),
    logins: new LoginGate({ capacity: limits.loginBurst, refillPerSecond: limits.loginsPerSecond }),
    slots: new SocketSlots(limits),
    waiting: new WaitingSlots(limits),
    rate: { capacity: limits.messageBurst, refillPerSecond: limits.messagesPerSecond },
  };
}
