/** @module The head of a response: status and header fields (RFC 9112 sections 4 and 5). */
import type { ByteReader } from './byte-reader.ts';
import { isFieldValue, isToken, type Field } from './fields.ts';
import { malformed, WebError } from './web-error.ts';

/** Status and fields of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** 0 for HTTP/1.0, 1 for HTTP/1.1. */
  readonly minorVersion: number;
  readonly fields: readonly Field[];
}

/** Longest line of a head, in bytes. Reason: longer than any cookie or policy, short enough for memory. */
const MAX_LINE_BYTES = 16 * 1024;

/** Longest head, in bytes. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Most interim responses (1xx) before the final one. */
const MAX_INTERIM = 8;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: (.*))?$/u;

/** The content types of TLS alert and handshake records. */
const TLS_RECORDS: ReadonlySet<number | undefined> = new Set([0x15, 0x16]);

/** Reads the head of the final response. @throws WebError malformed, tls, cutOff */
export async function readResponseHead(reader: ByteReader): Promise<ResponseHead> {
  if (TLS_RECORDS.has(await reader.peek())) throw new WebError('tls', 'the response is TLS, not HTTP');
  for (let interim = 0; interim < MAX_INTERIM; interim += 1) {
    const head = await readHead(reader);
    if (head.status >= 200 || head.status === 101) return head;
  }
  throw malformed('too many interim responses');
}

async function readHead(reader: ByteReader): Promise<ResponseHead> {
  const first = await reader.line(MAX_LINE_BYTES);
  // Some servers end the previous body with one line too many.
  const line = first === '' ? await reader.line(MAX_LINE_BYTES) : first;
  const [isMatch, minor, status, statusText = ''] = STATUS_LINE.exec(line) ?? [];
  if (isMatch === undefined || !isFieldValue(statusText)) throw malformed('the status line is not HTTP/1.1');
  const fields = await readFields(reader);
  return { status: Number(status), statusText, minorVersion: Number(minor), fields };
}

/** Reads header or trailer fields up to the empty line. @throws WebError malformed, cutOff */
export async function readFields(reader: ByteReader): Promise<Field[]> {
  const fields: [string, string][] = [];
  let bytes = 0;
  for (;;) {
    const line = await reader.line(MAX_LINE_BYTES);
    if (line === '') return fields;
    bytes += line.length;
    if (bytes > MAX_HEAD_BYTES) throw malformed(`the head is longer than ${MAX_HEAD_BYTES} bytes`);
    const last = fields.at(-1);
    if (last === undefined || !/^[ \t]/u.test(line)) fields.push(parseField(line));
    else if (isFieldValue(line)) last[1] += ` ${line.trim()}`;
    else throw malformed('a folded header line has invalid characters');
  }
}

function parseField(line: string): [string, string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trimEnd();
  const value = line.slice(colon + 1).trim();
  if (colon < 1 || !isToken(name) || !isFieldValue(value))
    throw malformed('a header field is not of the form name: value');
  return [name, value];
}
