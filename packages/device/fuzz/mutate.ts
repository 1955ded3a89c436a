/** @module Almost valid input, as from an attacker who has read the specification. */
import { concatBytes } from '@longwire/protocol';
import type { Random } from './random.ts';

/** Values at the edges of what parsers expect. */
const EDGE_VALUES: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  '',
  '\0',
  '__proto__',
  'constructor',
  '\u{1F600}\uD800',
  'A'.repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  { data: '{}' },
  { toString: 1, __proto__: null },
];

const EDGE_TEXTS: readonly [string, ...string[]] = [
  '\0',
  '\r\n',
  '\n\n',
  ' ',
  ':',
  '-1',
  '4294967296',
  '99999999999999999999',
  '0x7f',
  '%s%n',
  '\u{1F600}',
  '\u202e',
  'A'.repeat(4000),
  '../../..',
  '{"a":',
  'm=video 9 UDP/TLS/RTP/SAVPF 96\r\n',
  'a=mid:0\r\n',
  'a=rtpmap:96 H264/90000\r\n',
  'a=setup:holdconn\r\n',
  'a=ssrc:0 cname:\r\n',
];

const MAX_CHANGES = 4;

/** Text with a few pieces changed. */
export function mutateText(random: Random, text: string): string {
  let changed = text;
  for (let changes = random.below(MAX_CHANGES) + 1; changes > 0; changes -= 1)
    changed = changeText(random, changed);
  return changed;
}

function changeText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + random.below(20));
  const [before, piece, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  switch (random.below(5)) {
    case 0:
      return before + after;
    case 1:
      return before + piece + piece + after;
    case 2:
      return before + random.pick(EDGE_TEXTS) + after;
    case 3:
      return before + String.fromCharCode(random.below(0x10000)) + after;
    default:
      return text.replace(/\d+/u, random.pick(EDGE_TEXTS));
  }
}

/** Bytes with a few of them changed, removed or inserted. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  let changed = Uint8Array.from(bytes);
  for (let changes = random.below(MAX_CHANGES) + 1; changes > 0; changes -= 1) {
    const at = random.below(changed.length + 1);
    const kind = random.below(4);
    if (kind < 2) changed[at] = random.below(256);
    else if (kind === 2) changed = changed.slice(0, at);
    else
      changed = concatBytes([changed.subarray(0, at), random.bytes(random.below(8)), changed.subarray(at)]);
  }
  return changed;
}

/** Lines with a few of them removed, repeated, moved or changed. */
export function mutateLines(random: Random, text: string): string {
  const lines = text.split('\r\n');
  for (let changes = random.below(MAX_CHANGES) + 1; changes > 0; changes -= 1) {
    const at = random.below(lines.length);
    const line = lines[at] ?? '';
    switch (random.below(5)) {
      case 0:
        lines.splice(at, 1);
        break;
      case 1:
        lines.splice(at, 0, line);
        break;
      case 2:
        lines.splice(random.below(lines.length), 0, ...lines.splice(at, random.below(6)));
        break;
      case 3:
        lines.push(...lines.slice(at));
        break;
      default:
        lines[at] = mutateText(random, line);
    }
  }
  return lines.join('\r\n');
}

/** A value with one of its parts changed. */
export function mutateValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(15)) return random.pick(EDGE_VALUES);
  if (Array.isArray(value)) {
    const list: unknown[] = [...value];
    if (list.length === 0 || random.chance(20)) return [...list, random.pick(EDGE_VALUES)];
    const at = random.below(list.length);
    list[at] = mutateValue(random, list[at]);
    return list;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(15))
    return { ...value, [random.pick(EDGE_TEXTS)]: random.pick(EDGE_VALUES) };
  const [name, member] = entries[random.below(entries.length)] ?? ['', undefined];
  if (random.chance(15)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return { ...value, [name]: mutateValue(random, member) };
}

/** Text that is mostly valid JSON. */
export function mutateJson(random: Random, value: unknown): string {
  const text = JSON.stringify(mutateValue(random, value));
  return random.chance(20) ? mutateText(random, text) : text;
}
