/** @module Reads lists that a device chooses: bounded, and absent where a device has no such resource. */
import { EdgeError } from '@longwire/protocol/base';
import type { DeviceResponse } from './device-response.ts';
import { diagnosticOf, StatusError } from '../shared.ts';

/** Sends a GET. */
export type ReadResource = (path: string) => Promise<DeviceResponse>;

const CONTENT = 205;
/** Statuses of a device without this resource or method. */
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);
/** Limits of an answer and of a text in it. Reason: the device chooses them. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_TEXT_LENGTH = 128;

/**
 * The JSON of a resource; undefined for a device without it, and for an answer that is too long or not JSON.
 * Rejects with a `StatusError` of ERR_REQUEST_REFUSED if the device refuses.
 */
export async function readResource(request: ReadResource, path: string): Promise<unknown> {
  const response = await request(path);
  const { statusCode, payload } = response;
  if (statusCode !== CONTENT) {
    if (NOT_OFFERED.has(statusCode)) return undefined;
    const message = `cannot read ${path}: status ${statusCode}`;
    throw new StatusError('ERR_REQUEST_REFUSED', message, statusCode, diagnosticOf(response));
  }
  if (payload === undefined || payload.length > MAX_ANSWER_BYTES) return undefined;
  try {
    return response.json();
  } catch (error) {
    if (error instanceof EdgeError) return undefined;
    throw error;
  }
}

/** A field of a JSON object; undefined for anything else. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A text field that is neither empty nor too long to show. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name);
  return typeof text === 'string' && text !== '' && text.length <= MAX_TEXT_LENGTH ? text : undefined;
}

/** At most `max` entries of a JSON list; none for anything else. */
export function listOf(value: unknown, max: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : [];
}
