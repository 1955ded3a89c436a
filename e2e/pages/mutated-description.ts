/** @module Changes lines of a description that decide about transports: spaces, case, order, repetition, values. */

type Random = () => number;

const DECIDING = /^a=(?:group|mid|bundle-only|fingerprint|setup)|^m=/u;
/** Characters that parsers may accept as a space, the end of a name or the end of a line. */
const ODD = [' ', '  ', '\t', '\v', '\f', '\0', ':', ': ', ' x', 'x', '-', '/', '\r', '\u00a0', '\u2028'];
const BUNDLE_ONLY = 'a=bundle-only';

/** A number from 0 to below `count`. */
const upTo = (random: Random, count: number): number => Math.floor(random() * count);

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[upTo(random, values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Inserts such a character at a place where parsers differ: the beginning, after `a=`, after the name, the end, or anywhere. */
function inserted(random: Random, line: string, text: string): string {
  const colon = line.indexOf(':');
  const places = [0, 2, line.length, line.length, colon < 0 ? line.length : colon, colon + 1];
  const at = pick(random, [...places, upTo(random, line.length + 1)]);
  return line.slice(0, at) + text + line.slice(at);
}

const turned = (text: string): string =>
  text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();

function otherCase(random: Random, line: string): string {
  const at = 2 + upTo(random, Math.max(1, line.length - 2));
  return pick(random, [
    line.slice(0, 2) + line.slice(2).toUpperCase(),
    line.slice(0, at) + turned(line.slice(at)),
  ]);
}

/** One change to one of these lines. */
function changeLine(random: Random, lines: string[]): void {
  const places = lines.flatMap((line, index) => (DECIDING.test(line) ? [index] : []));
  const at = pick(random, places);
  const line = lines[at] ?? '';
  const change = pick(random, [
    'insert',
    'insert',
    'insert',
    'case',
    'case',
    'repeat',
    'remove',
    'move',
    'digit',
  ]);
  if (change === 'insert') lines[at] = inserted(random, line, pick(random, ODD));
  else if (change === 'case') lines[at] = otherCase(random, line);
  else if (change === 'digit') lines[at] = line.replace(/\d/u, String(upTo(random, 4)));
  else if (change === 'remove') lines.splice(at, 1);
  else {
    if (change === 'move') lines.splice(at, 1);
    lines.splice(upTo(random, lines.length), 0, line);
  }
}

/** Removes a line from the bundle, in one of the possible ways. */
function leaveOut(random: Random, lines: string[], mid: string): void {
  const group = lines.findIndex((line) => line.startsWith('a=group:BUNDLE'));
  if (group < 0) return;
  lines[group] = (lines[group] ?? '')
    .split(' ')
    .filter((word) => word !== mid)
    .join(' ');
  const own = lines.indexOf(`a=mid:${mid}`);
  const media = lines.findLastIndex((line, index) => index < own && line.startsWith('m='));
  const way = pick(random, [
    'only',
    'only',
    'bundle-only',
    'bundle-only',
    'bundle-only',
    'bundle-only',
    'refused',
    'group',
  ]);
  if (way === 'group') lines.splice(group + 1, 0, `a=group:BUNDLE ${mid}`);
  if (way === 'bundle-only' || way === 'refused') {
    lines[media] = (lines[media] ?? '').replace(/ \d+ /u, ' 0 ');
  }
  if (way !== 'bundle-only') return;
  const attribute = random() < 0.2 ? BUNDLE_ONLY : inserted(random, BUNDLE_ONLY, pick(random, ODD));
  lines.splice(own + 1, 0, random() < 0.2 ? otherCase(random, attribute) : attribute);
}

/** The description with one to three changes. */
export function mutated(sdp: string, random: Random): string {
  const lines = sdp.split('\r\n');
  if (random() < 0.7) leaveOut(random, lines, pick(random, ['1', '2']));
  for (let changes = upTo(random, 3); changes > 0; changes -= 1) changeLine(random, lines);
  return lines.join(random() < 0.9 ? '\r\n' : '\n');
}
