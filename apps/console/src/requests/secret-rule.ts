/**
 * @module Decides what of a request is stored in this browser. A request may contain a password in its payload, its query or a field, and
 * there is no certain way to recognize one, so anything that could be one is left out.
 */

import type { RequestDraft } from './payload-draft.ts';

/** Longest payload that is stored, in characters. Reason: fifty of them for each device are a history, more is an archive. */
export const MAX_KEPT_TEXT = 8 * 1024;

/** A draft as it is stored: without its file and without possible secrets. */
export interface KeptDraft {
  readonly draft: RequestDraft;
  /** Something was left out, so it cannot be sent again as it was. */
  readonly isPartial: boolean;
}

/** The device's own resources that take passwords, tokens and proofs: payloads sent to them are never stored. */
const OWN_ROOTS: ReadonlySet<string> = new Set(['iam', 'p2p', 'webrtc']);

/** Common words for secrets, in the languages that devices use. */
const SECRET_WORD =
  /pass|pwd|secret|token|\bsct\b|credential|auth|api.?key|private|bearer|cookie|session|otp|\bpin\b|psk|wpa|passwort|kennwort|schl(?:ü|ue)ssel/iu;

/** Decides what is stored. */
export function keptDraft(draft: RequestDraft): KeptDraft {
  const { file, ...typed } = draft;
  const isSecretPath = SECRET_WORD.test(draft.path) || OWN_ROOTS.has(draft.path.split(/[/?]/u)[1] ?? '');
  const query = isSecretPath || SECRET_WORD.test(draft.query) ? '' : draft.query;
  const keepsText =
    !isSecretPath &&
    !SECRET_WORD.test(draft.text) &&
    draft.text.length <= MAX_KEPT_TEXT &&
    !isHiddenText(draft);
  const text = keepsText ? draft.text : '';
  const path = pathWithoutSecrets(draft.path);
  return {
    draft: { ...typed, path, query, text },
    isPartial:
      path !== draft.path ||
      query !== draft.query ||
      (draft.format !== 'none' && draft.format !== 'file' && text !== draft.text) ||
      (draft.format === 'file' && file !== undefined),
  };
}

/** Handles a query that was typed into the path. */
function pathWithoutSecrets(path: string): string {
  const at = path.indexOf('?');
  return at >= 0 && SECRET_WORD.test(path.slice(at)) ? path.slice(0, at) : path;
}

/** Hex hides words, so its decoded text is examined. */
function isHiddenText({ format, text }: RequestDraft): boolean {
  if (format !== 'hex') return false;
  const words = text
    .replace(/\s+/gu, '')
    .replace(/../gu, (pair) => String.fromCodePoint(Number.parseInt(pair, 16) || 0));
  return SECRET_WORD.test(words);
}
