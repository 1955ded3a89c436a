/** @module Formats a status for people. */
import { textTable } from '@longwire/protocol';
import type { SessionReport, StatusReport, TrackReport } from '../control/status-report.ts';
import { printableText } from './printable-text.ts';

/** Indents a remark about the line above. */
const INDENT = '      ';

/** A duration in its two largest units. */
export function formatSeconds(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  const parts = units.flatMap(([size, unit], index) => {
    const larger = units[index - 1]?.[0] ?? Infinity;
    const count = Math.floor((seconds % larger) / size);
    return count === 0 && seconds >= 1 ? [] : [`${count} ${unit}`];
  });
  return seconds < 1 ? '0 s' : parts.slice(0, 2).join(' ');
}

function sessionRow({ username, role, connectedAt, watching }: SessionReport): readonly string[] {
  return ['', username ?? '(unpaired)', role ?? '-', `since ${connectedAt}`, watching.join(' ')];
}

/** A track that the camera does not have is not a fault. */
const STATES = { ok: 'ok', failing: 'failing', absent: 'none' } as const;

function trackRow({ trackId, health, codecs, viewers }: TrackReport): readonly string[] {
  return ['', trackId, codecs.join('/') || '-', `${viewers} watching`, STATES[health]];
}

/** A line for each track, with its fault below. */
function trackLines(tracks: readonly TrackReport[]): readonly string[] {
  if (tracks.length === 0) return ['tracks: none'];
  const rows = textTable(tracks.map(trackRow), printableText).split('\n');
  const lines = tracks.flatMap(({ message }, index) => [
    rows[index] ?? '',
    ...(message === undefined ? [] : [wrapText(INDENT + printableText(message), INDENT)]),
  ]);
  return ['tracks:', ...lines];
}

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [`${title}: none`] : [`${title}:`, textTable(rows, printableText)];
}

/** The width that every terminal has. */
const TERMINAL_WIDTH = 80;

/** Breaks a text at its spaces into lines of the given width; only a longer word exceeds it. Later lines begin with `indent`. */
export function wrapText(text: string, indent: string, width: number = TERMINAL_WIDTH): string {
  const lines: string[] = [];
  const [first = '', ...words] = text.match(/^ *[^ ]*|[^ ]+/gu) ?? [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (longer.length > width) lines.push(line);
    line = longer.length > width ? indent + word : longer;
  }
  return [...lines, line].join('\n');
}

/** The status of a running device. */
export function formatStatus(status: StatusReport): string {
  const { productId, deviceId, service, attachment, sessions, tracks, streams } = status;
  const reason = attachment.reason === undefined ? '' : ` (${printableText(attachment.reason)})`;
  return [
    `device: ${productId}/${deviceId}`,
    `fingerprint: ${status.fingerprint}`,
    `service: ${service}`,
    wrapText(`${attachment.state} since ${attachment.since}${reason}`, '  '),
    `running for ${formatSeconds(status.uptimeSeconds)}, ${Math.round(status.memoryBytes / 1_048_576)} MiB`,
    ...section('sessions', sessions.map(sessionRow)),
    ...trackLines(tracks),
    ...section(
      'streams',
      streams.map(({ port, name, service }) => ['', String(port), name, service]),
    ),
  ].join('\n');
}
