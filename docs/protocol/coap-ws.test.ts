/** @module The limits that coap-ws.md lists are those of the device. */
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  DEFAULT_MAX_OPEN_REQUESTS,
  MAX_EARLY_MESSAGES,
  MAX_EARLY_MS,
} from '../../packages/device/src/coap/binary/binary-channel.ts';
import { MAX_OBSERVATIONS } from '../../packages/device/src/coap/binary/session-shares.ts';
import {
  MAX_TRANSFER_BYTES,
  MAX_TRANSFER_IDLE_MS,
  MAX_TRANSFERS,
} from '../../packages/device/src/coap/binary/transfer-store.ts';
import { MAX_WAITING_BYTES, MAX_WAITING_REQUESTS } from '../../packages/device/src/coap/waiting-share.ts';

const MIB = 1024 * 1024;
const PAGE = readFileSync(join(import.meta.dirname, 'coap-ws.md'), 'utf8');

test.each([
  ['messages before the CSM', `${MAX_EARLY_MESSAGES}, for ${MAX_EARLY_MS / 1000} s, then Abort`],
  ['open requests of a channel', `${DEFAULT_MAX_OPEN_REQUESTS}; more wait`],
  [
    'waiting requests of a session, on all channels',
    `${MAX_WAITING_REQUESTS.toLocaleString('en')}, and ${MAX_WAITING_BYTES / MIB} MiB of messages and payloads, then 5.03`,
  ],
  ['observations of a session, on all channels', String(MAX_OBSERVATIONS)],
  [
    'transfers of a session, on all channels',
    `${MAX_TRANSFERS}, and ${MAX_TRANSFER_BYTES / MIB} MiB each way; the least recently used one is dropped`,
  ],
  ['time for the next block of a transfer', `${MAX_TRANSFER_IDLE_MS / 1000} s, then the transfer is dropped`],
])('the limit of "%s" is the one of the device', (what, limit) => {
  expect(PAGE).toContain(`| ${what} | ${limit} |`);
});
