/** @module The assertion that all scripts share: nothing false is ever shown as verified, logged in or named, and no secret reaches the attacker. */

import { assertNever } from '@longwire/protocol/base';

/** Something that a client showed or reported to an application, at the time it did. */
export type Claim =
  | { readonly kind: 'verified'; readonly how: string }
  | { readonly kind: 'login'; readonly username: string }
  /** The user that is shown as logged in. */
  | { readonly kind: 'user'; readonly text: string }
  /** A track by its name; `track` identifies it in the truth. */
  | { readonly kind: 'track'; readonly name: string; readonly track: unknown }
  /** An error of a track, or a message of the device about it. */
  | { readonly kind: 'trouble'; readonly text: string }
  /** Media of a verified connection over a transport that has not been verified. */
  | { readonly kind: 'second transport' }
  /** The key that the browser stores for the device. */
  | { readonly kind: 'kept key'; readonly fingerprint: string };

/** The facts, from the honest ends and the attacker's own records. */
export interface Truth {
  /** Whether the right device terminates a connection of this client now. */
  readonly isDeviceThere: boolean;
  /** Whether this user logged in to the right device over a connection of this client. */
  isLoggedIn(username: string): boolean;
  /** The device's own name of the track that a claim is about. */
  nameOf(track: unknown): string | undefined;
  /** The key that the browser stored before the attack, if any. */
  readonly keptKey: string | undefined;
}

/** Why a claim is false; undefined when it is true. */
export function falsehoodOf(claim: Claim, truth: Truth): string | undefined {
  switch (claim.kind) {
    case 'verified':
      return truth.isDeviceThere ? undefined : `shown as verified (${claim.how}), and it is not the device`;
    case 'login':
      return truth.isDeviceThere && truth.isLoggedIn(claim.username)
        ? undefined
        : `shown as logged in as ${claim.username}, and no login took place`;
    case 'user': {
      const [username = ''] = claim.text.split(' ');
      return truth.isDeviceThere && truth.isLoggedIn(username)
        ? undefined
        : `"${claim.text}" shown as the user, but not reported by the device`;
    }
    case 'track': {
      const name = truth.nameOf(claim.track);
      return name === claim.name
        ? undefined
        : `a track is named "${claim.name}", and the device calls it ${name ?? 'nothing'}`;
    }
    case 'trouble':
      return `"${claim.text}" shown as the device's trouble, and it has none`;
    case 'second transport':
      return 'media of a verified connection comes over another transport';
    case 'kept key':
      return truth.keptKey === undefined || truth.keptKey === claim.fingerprint
        ? undefined
        : `key ${claim.fingerprint} kept in the place of ${truth.keptKey}`;
    default:
      return assertNever(claim);
  }
}

/** Checks each claim when it is made. */
export class ClaimChecker {
  readonly #truth: Truth;
  readonly falsehoods: Set<string> = new Set();
  readonly #claims: Claim[] = [];

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  readonly check = (claim: Claim): void => {
    this.#claims.push(claim);
    const falsehood = falsehoodOf(claim, this.#truth);
    if (falsehood !== undefined) this.falsehoods.add(falsehood);
  };

  /** The kinds of claims that were shown. */
  get shown(): readonly Claim['kind'][] {
    return [...new Set(this.#claims.map(({ kind }) => kind))];
  }
}
