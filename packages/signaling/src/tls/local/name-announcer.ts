/** @module Announces `NAME.local` by multicast DNS (RFC 6762), with the names of device pages below it. */
import { isIPv4 } from 'node:net';
import multicastDns, { type MulticastDNS, type QueryPacket, type ResponsePacket } from 'multicast-dns';
import { after, given, type Clock } from '@longwire/protocol';
import { errorFields, type Log } from '../../log/log.ts';

/** Life of a record, in seconds (RFC 6762 section 10). */
const TTL_SECONDS = 120;

/** How long another host may object before the first announcement, in milliseconds (RFC 6762 section 8.1). */
const PROBE_MS = 750;

/** Options of {@link NameAnnouncer}. */
export interface NameAnnouncerOptions {
  readonly hostName: string;
  readonly clock: Clock;
  readonly log: Log;
  /** UDP port; default 5353. */
  readonly port?: number;
}

interface AddressRecord {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  readonly ttl: number;
  readonly flush: true;
  readonly data: string;
}

/** Answers for the name on every IPv4 network of the host, until disposed. */
export class NameAnnouncer implements Disposable {
  readonly #options: NameAnnouncerOptions;
  #sockets: readonly MulticastDNS[] = [];
  #addresses: readonly string[] = [];
  #probe: Disposable | undefined;
  #isTaken = false;

  constructor(options: NameAnnouncerOptions) {
    this.#options = options;
  }

  /** Announces other addresses than before. */
  update(addresses: readonly string[]): void {
    this[Symbol.dispose]();
    this.#addresses = addresses;
    this.#isTaken = false;
    this.#sockets = addresses.filter((address) => isIPv4(address)).map((address) => this.#open(address));
    this.#probe = after(this.#options.clock, PROBE_MS, () => {
      this.#probe = undefined;
      if (!this.#isTaken) this.#announce();
    });
  }

  [Symbol.dispose](): void {
    this.#probe?.[Symbol.dispose]();
    this.#probe = undefined;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets = [];
  }

  /** One socket for each network: a socket sends to one only. */
  #open(address: string): MulticastDNS {
    const { hostName, log, port } = this.#options;
    const socket = multicastDns({
      interface: address,
      bind: '0.0.0.0',
      ...given({ port }),
    });
    const report = (error: Error): void =>
      log.warn({ ...errorFields(error), hostName, address }, 'the local name is not announced on a network');
    socket.on('error', report);
    socket.on('warning', (error) => log.debug(errorFields(error), 'multicast DNS message ignored'));
    socket.on('response', (response) => this.#handleResponse(response));
    socket.on('query', (query) => {
      if (this.#probe === undefined && !this.#isTaken) this.#answer(socket, query);
    });
    socket.query(hostName, 'A');
    return socket;
  }

  #answer(socket: MulticastDNS, { questions = [] }: QueryPacket): void {
    const answers = questions.flatMap(({ name, type }) =>
      this.#isOurs(name) ? this.#records(name).filter((record) => ['ANY', record.type].includes(type)) : [],
    );
    if (answers.length > 0) socket.respond({ answers });
  }

  #isOurs(name: string): boolean {
    const { hostName } = this.#options;
    const lower = name.toLowerCase();
    return lower === hostName || lower.endsWith(`.${hostName}`);
  }

  #records(name: string): AddressRecord[] {
    return this.#addresses.map((data) => ({
      name,
      type: isIPv4(data) ? 'A' : 'AAAA',
      ttl: TTL_SECONDS,
      flush: true,
      data,
    }));
  }

  #announce(): void {
    const answers = this.#records(this.#options.hostName);
    for (const socket of this.#sockets) socket.respond({ answers });
  }

  /** The host that had the name first keeps it (RFC 6762 section 9). */
  #handleResponse({ answers = [] }: ResponsePacket): void {
    const { hostName, log } = this.#options;
    if (this.#isTaken) return;
    for (const { name, type, data } of answers.map((answer) => ({ data: undefined, ...answer }))) {
      if (type !== 'A' || name.toLowerCase() !== hostName || typeof data !== 'string') continue;
      if (this.#addresses.includes(data)) continue;
      this.#isTaken = this.#probe !== undefined;
      const words = 'another host on this network has the same local name: choose another name for this one';
      log.warn({ hostName, address: data, isAnnounced: !this.#isTaken }, words);
      return;
    }
  }
}
