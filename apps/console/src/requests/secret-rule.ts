/**
 * @module What of a request is kept in this browser. A request may hold a password as its payload, in its query or in a
 * field; nobody can tell for certain, so whatever could be one is left out.
 */

import type { RequestDraft } from './payload-draft.ts';

/** Longest payload that is kept, in characters. Reason: fifty of them for each device are a history, more is an archive. */
export const MAX_KEPT_TEXT = 8 * 1024;

/** A draft as it is kept: without its file, and without what may be secret. */
export interface KeptDraft {
  readonly draft: RequestDraft;
  /** Something was left out, so that it cannot be sent again as it was. */
  readonly isPartial: boolean;
}

/** The device's own resources that take passwords, tokens and proofs: no payload that was sent to them is kept. */
const OWN_ROOTS: ReadonlySet<string> = new Set(['iam', 'p2p', 'webrtc']);

/** What people and programs call secrets, in the languages that devices speak. */
const SECRET_WORD =
  /pass|pwd|secret|token|\bsct\b|credential|auth|api.?key|private|bearer|cookie|session|otp|\bpin\b|psk|wpa|passwort|kennwort|schl(?:ü|ue)ssel/iu;

/** Decides what is kept. */
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

/** A query that was typed into the path. */
function pathWithoutSecrets(path: string): string {
  const at = path.indexOf('?');
  return at >= 0 && SECRET_WORD.test(path.slice(at)) ? path.slice(0, at) : path;
}

/** Hex hides words: what it says as text is looked at. */
function isHiddenText({ format, text }: RequestDraft): boolean {
  if (format !== 'hex') return false;
  const words = text
    .replace(/\s+/gu, '')
    .replace(/../gu, (pair) => String.fromCodePoint(Number.parseInt(pair, 16) || 0));
  return SECRET_WORD.test(words);
}
