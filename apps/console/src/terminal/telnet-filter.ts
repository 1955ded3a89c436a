/** @module Filters Telnet negotiation (RFC 854) out of a plain stream, and answers it. */

const IAC = 255;
const DONT = 254;
const DO = 253;
const WONT = 252;
const WILL = 251;
const SUBNEGOTIATION = 250;
const SUBNEGOTIATION_END = 240;

const ECHO = 1;
const SUPPRESS_GO_AHEAD = 3;

/** The data without the negotiation, and the answers to it. */
export interface Filtered {
  readonly data: Uint8Array;
  readonly replies: Uint8Array;
}

type Place = 'data' | 'command' | 'option' | 'inside' | 'inside-command';

/** Parses the stream of a device, however it is split. */
export class TelnetFilter {
  #place: Place = 'data';
  #command = 0;
  #isEchoing = false;

  /** The other side echoes the input, so there is no local echo. */
  get isEchoing(): boolean {
    return this.#isEchoing;
  }

  take(bytes: Uint8Array): Filtered {
    if (this.#place === 'data' && !bytes.includes(IAC)) return { data: bytes, replies: new Uint8Array() };
    const data: number[] = [];
    const replies: number[] = [];
    for (const byte of bytes) this.#step(byte, data, replies);
    return { data: Uint8Array.from(data), replies: Uint8Array.from(replies) };
  }

  #step(byte: number, data: number[], replies: number[]): void {
    switch (this.#place) {
      case 'data':
        if (byte === IAC) this.#place = 'command';
        else data.push(byte);
        return;
      case 'command':
        this.#place = placeAfter(byte);
        this.#command = byte;
        if (byte === IAC) data.push(byte);
        return;
      case 'option':
        this.#place = 'data';
        replies.push(...this.#answer(this.#command, byte));
        return;
      case 'inside':
        if (byte === IAC) this.#place = 'inside-command';
        return;
      case 'inside-command':
        this.#place = byte === SUBNEGOTIATION_END ? 'data' : 'inside';
    }
  }

  /** Accepts the other side's options "echo" and "suppress go-ahead"; offers none. */
  #answer(command: number, option: number): readonly number[] {
    const isWanted = option === ECHO || option === SUPPRESS_GO_AHEAD;
    if (command === WILL) {
      if (option === ECHO) this.#isEchoing = true;
      return [IAC, isWanted ? DO : DONT, option];
    }
    if (command === WONT) {
      if (option === ECHO) this.#isEchoing = false;
      return [IAC, DONT, option];
    }
    return command === DO ? [IAC, option === SUPPRESS_GO_AHEAD ? WILL : WONT, option] : [];
  }
}

function placeAfter(command: number): Place {
  if (command === SUBNEGOTIATION) return 'inside';
  return command >= WILL && command <= DONT ? 'option' : 'data';
}
