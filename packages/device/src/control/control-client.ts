/** @module Connects to the running device of a directory. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { EdgeError, ERROR_CODES, hasErrorCode } from '@longwire/protocol';
import type { TableReader } from '../config/table-reader.ts';
import { readTable } from './control-message.ts';
import { checkSocketPath } from './control-path.ts';
import { remoteOperations, type ControlOperations } from './control-table.ts';

/** Largest reply, in bytes. Reason: far above the status of the busiest device. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;

/** Longest wait for a reply, in milliseconds. Reason: above the fsync of a slow disk, below a user's patience. */
const REPLY_TIMEOUT_MS = 15_000;

/** Errors without a listening process: the file does not exist, or its process has ended. */
function isAbsence(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ECONNREFUSED');
}

/** The operations of the device that runs in a directory, or undefined when none does. @throws EdgeError ERR_CONTROL */
export async function connectControl(path: string): Promise<ControlOperations | undefined> {
  const operations = remoteOperations((name, body) => call(path, name, body));
  try {
    await operations.status();
    return operations;
  } catch (error) {
    if (error instanceof EdgeError && isAbsence(error.cause)) return undefined;
    throw error;
  }
}

async function call(socketPath: string, name: string, body: object): Promise<TableReader> {
  checkSocketPath(socketPath);
  let reply: { statusCode: number; text: string };
  try {
    const request = httpRequest({
      socketPath,
      method: 'POST',
      path: `/v1/${name}`,
      signal: AbortSignal.timeout(REPLY_TIMEOUT_MS),
    });
    const responded = once(request, 'response');
    request.end(JSON.stringify(body));
    const [response]: IncomingMessage[] = await responded;
    // An error from here on also breaks the body, which is awaited.
    request.on('error', () => undefined);
    if (response === undefined) throw new EdgeError('ERR_CONTROL', 'control socket closed without a reply');
    reply = { statusCode: response.statusCode ?? 0, text: await readText(response) };
  } catch (cause) {
    if (cause instanceof EdgeError) throw cause;
    throw new EdgeError('ERR_CONTROL', `no answer from the device on ${socketPath}`, { cause });
  }
  const table = readTable(parseJson(reply.text));
  if (reply.statusCode === 200) return table;
  const code = table.text('code') ?? '';
  throw new EdgeError(
    ERROR_CODES.find((known) => known === code) ?? 'ERR_CONTROL',
    table.text('message') ?? 'operation failed',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EdgeError('ERR_CONTROL', 'control socket sent a reply that is not JSON', { cause });
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > MAX_REPLY_BYTES)
      throw new EdgeError('ERR_CONTROL', 'control socket sent too long a reply');
  }
  return text;
}
