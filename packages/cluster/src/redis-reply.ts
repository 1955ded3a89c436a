/** @module Parsers for Redis replies; a reply of another shape throws. */

/** One entry of a stream. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Reply to a heartbeat. */
export type BeatReply =
  | { readonly kind: 'unknown' }
  | (Registered & { readonly kind: 'known'; readonly devices: number });

/** Reply to a registration. */
export interface Registered {
  /** Time by Redis's clock, in milliseconds since the epoch. */
  readonly time: number;
  readonly nodes: readonly string[];
}

/** Reply to a device update. */
export type SyncReply =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly events: readonly SyncEvent[] };

/** Outcome for one device; see the script SYNC. */
export interface SyncEvent {
  readonly kind: string;
  readonly name: string;
  readonly attachment: string;
  readonly extra: string;
}

/** Location of a device. */
export interface LocateReply {
  readonly node: string;
  readonly attachment: string;
}

const EVENT_PARTS = 4;

/** @throws TypeError */
export function readStrings(reply: unknown): string[] {
  return readList(reply).map(readString);
}

/** @throws TypeError */
export function readBeat(reply: unknown): BeatReply {
  const [known, devices, ...registered] = readList(reply);
  if (known === 0) return { kind: 'unknown' };
  return { kind: 'known', devices: readNumber(devices), ...readRegistered(registered) };
}

/** @throws TypeError */
export function readRegistered(reply: unknown): Registered {
  const [time, nodes] = readList(reply);
  return { time: readNumber(time), nodes: readStrings(nodes) };
}

/** @throws TypeError */
export function readSync(reply: unknown): SyncReply {
  const [known, list] = readList(reply);
  if (known === 0) return { kind: 'unknown' };
  const parts = readStrings(list);
  const events: SyncEvent[] = [];
  for (let at = 0; at < parts.length; at += EVENT_PARTS) {
    const [kind = '', name = '', attachment = '', extra = ''] = parts.slice(at, at + EVENT_PARTS);
    events.push({ kind, name, attachment, extra });
  }
  return { kind: 'known', events };
}

/** @throws TypeError */
export function readLocate(reply: unknown): LocateReply | undefined {
  const [node, attachment] = readStrings(reply);
  return node === undefined || attachment === undefined ? undefined : { node, attachment };
}

/** Parses the reply to XREAD of one stream; empty if no entry arrived. @throws TypeError */
export function readEntries(reply: unknown): StreamEntry[] {
  if (reply === null) return [];
  return readList(reply).flatMap((stream) => readList(readList(stream)[1]).map(readEntry));
}

/** Parses the run id of the server from INFO; a different one means that data may be lost. */
export function readRunId(reply: unknown): string {
  return /^run_id:(\w+)/m.exec(readString(reply))?.[1] ?? '';
}

function readEntry(entry: unknown): StreamEntry {
  const [id, list] = readList(entry);
  const parts = list === null ? [] : readStrings(list);
  const fields = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) fields.set(parts[at] ?? '', parts[at + 1] ?? '');
  return { id: readString(id), fields };
}

function readList(reply: unknown): unknown[] {
  if (Array.isArray(reply)) return reply;
  throw unexpected('a list');
}

function readString(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  throw unexpected('text');
}

function readNumber(reply: unknown): number {
  if (typeof reply === 'number') return reply;
  throw unexpected('a number');
}

function unexpected(what: string): TypeError {
  return new TypeError(`unexpected Redis reply: want ${what}`);
}
