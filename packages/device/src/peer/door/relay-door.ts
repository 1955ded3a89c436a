/**
 * @module A second socket of a peer connection, for clients that come by TURN over TCP or TLS. The library refuses their connectivity checks
 * because of a zero in them; here the zero is replaced, and the library sees each relay as an address of this machine (ADR 22).
 */
import type { Socket } from 'node:dgram';
import type { Logger } from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import { passageCandidate } from './door-candidate.ts';
import { bindNow } from './bind-now.ts';
import { ignoreLoss, Passage } from './passage.ts';
import { withMappedAddress, withTiebreaker } from './stun-check.ts';
import type { Endpoint } from './stun-message.ts';

/** Most relays of one client. Reason: it has one for each address of the TURN server that it reaches so. */
export const MAX_PASSAGES = 4;

/**
 * How long a client has to connect without the door where the library chooses the way, in milliseconds. Reason: the library
 * takes the first way that works unless a better one is pending, and it settles for one after two seconds.
 */
export const HOLD_MS = 1000;

const MAX_PORT = 65_535;

const ANY_ADDRESS = '0.0.0.0';
const LOOPBACK_ADDRESS = '127.0.0.1';

/** What a {@link RelayDoor} needs. */
export interface RelayDoorOptions {
  /** The IPv4 address that the library is bound to, if to one. */
  readonly bindAddress: string | undefined;
  /** The library's own ICE password, with which clients sign their checks. */
  readonly password: () => string | undefined;
  /** The port of the library's socket. */
  readonly nativePort: () => number | undefined;
  /** Tells the library a way to the client. */
  readonly addCandidate: (line: string) => void;
  readonly logger: Logger;
}

type DoorState =
  | { readonly kind: 'shut' }
  | { readonly kind: 'held'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' };

/** The door of one peer connection. */
export class RelayDoor {
  /** Where clients find it. */
  readonly port: number;
  readonly #options: RelayDoorOptions;
  readonly #socket: Socket;
  readonly #passages = new Map<string, Passage>();
  /** Relays that the client has told while the door was not open. */
  #told: Endpoint[] = [];
  /** Leads nowhere yet. */
  #reserve: Passage | undefined;
  #handleAnswer: ((message: Uint8Array) => void) | undefined;
  #state: DoorState = { kind: 'shut' };

  constructor(options: RelayDoorOptions) {
    this.#options = options;
    this.#socket = bindNow(options.bindAddress ?? ANY_ADDRESS);
    this.#socket.on('error', (error) => this.#logError(error));
    this.#socket.on('message', (message, from) => this.#handleMessage(message, from));
    this.port = this.#socket.address().port;
  }

  /** Lets clients in: it is they who choose the way, or there was no other. */
  open(): void {
    if (this.#state.kind === 'closed' || this.#state.kind === 'open') return;
    if (this.#state.kind === 'held') clearTimeout(this.#state.timer);
    this.#state = { kind: 'open' };
    for (const relay of this.#told.splice(0)) this.#passageTo(relay);
  }

  /**
   * The library chooses the way: it is told one that is better than all and does not answer yet, so that it does not settle for one that
   * works in one direction only; the door opens after a while.
   */
  hold(): void {
    if (this.#state.kind !== 'shut') return;
    this.#state = { kind: 'held', timer: setTimeout(() => this.open(), HOLD_MS) };
    this.#reserve = this.#makePassage();
  }

  /** The client has connected: a door that is not open yet is not needed any more. */
  handleConnected(): void {
    if (this.#state.kind === 'held') this.close();
  }

  /** The client has a relay there. */
  handleRelay(relay: Endpoint): void {
    if (this.#state.kind === 'open') this.#passageTo(relay);
    else if (this.#told.length < MAX_PASSAGES) this.#told.push(relay);
  }

  /** Sends a request to a STUN server; `handleAnswer` hears everything that comes from then on and is no client's. */
  ask(server: Endpoint, request: Uint8Array, handleAnswer: (message: Uint8Array) => void): void {
    this.#handleAnswer = handleAnswer;
    this.#send(request, server);
  }

  /** Closes all sockets; again does nothing. */
  close(): void {
    if (this.#state.kind === 'closed') return;
    if (this.#state.kind === 'held') clearTimeout(this.#state.timer);
    this.#state = { kind: 'closed' };
    this.#socket.close();
    this.#reserve?.close();
    for (const passage of this.#passages.values()) passage.close();
  }

  #handleMessage(message: Uint8Array, from: Endpoint): void {
    const password = this.#options.password();
    const repaired = password === undefined ? undefined : withTiebreaker(message, password);
    const passage = this.#passages.get(keyOf(from));
    if (passage !== undefined) passage.deliver(repaired ?? message);
    // Whoever comes first with a check like this, signed by the client, is a relay of it.
    else if (repaired !== undefined) this.#passageTo(from)?.deliver(repaired);
    else this.#handleAnswer?.(message);
  }

  #passageTo(relay: Endpoint): Passage | undefined {
    if (this.#state.kind !== 'open' || !isPort(relay.port)) return undefined;
    const known = this.#passages.get(keyOf(relay));
    if (known !== undefined || this.#passages.size >= MAX_PASSAGES) return known;
    const passage = this.#reserve ?? this.#makePassage();
    this.#reserve = undefined;
    if (passage === undefined) return undefined;
    passage.leadTo(relay);
    this.#passages.set(keyOf(relay), passage);
    return passage;
  }

  /** Undefined when there are no more sockets to be had: the client has no way in then, and the others go on. */
  #makePassage(): Passage | undefined {
    try {
      return this.#openPassage();
    } catch (error) {
      this.#logError(error);
      return undefined;
    }
  }

  #openPassage(): Passage {
    const { bindAddress = ANY_ADDRESS, nativePort, addCandidate } = this.#options;
    // The library takes the best of those that the client has chosen, or all if it chooses itself.
    const isBest = this.#state.kind === 'held';
    const passage = new Passage({
      address: bindAddress === ANY_ADDRESS ? LOOPBACK_ADDRESS : bindAddress,
      nativePort,
      isChosenByClient: !isBest,
      handleMessage: (message, relay) => this.#sendTo(relay, message),
      handleError: (error) => this.#logError(error),
    });
    addCandidate(passageCandidate(passage.endpoint, isBest));
    return passage;
  }

  #sendTo(relay: Endpoint, message: Uint8Array): void {
    const password = this.#options.password();
    const answer = password === undefined ? undefined : withMappedAddress(message, relay, password);
    this.#send(answer ?? message, relay);
  }

  #send(message: Uint8Array, { address, port }: Endpoint): void {
    if (this.#state.kind !== 'closed') this.#socket.send(message, port, address, ignoreLoss);
  }

  #logError(error: unknown): void {
    this.#options.logger.debug('peer.door', { reason: reasonOf(error) });
  }
}

/** A client may name any number, and datagrams may come from port 0: the socket throws when it is to send there. */
function isPort(port: number): boolean {
  return port >= 1 && port <= MAX_PORT;
}

function keyOf({ address, port }: Endpoint): string {
  return `${address}:${port}`;
}
