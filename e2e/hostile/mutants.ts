/** @module Checks that must not be lost, each with one small change that breaks it and the tests that detect the change. */

/** One change that a test has to detect. */
export interface Mutant {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Arguments of npm; they succeed without the mutant and fail with it. */
  readonly npm: readonly string[];
}

const scripts = (title: string): readonly string[] => [
  'run',
  'test:unit',
  '--',
  'e2e/hostile/fakes',
  '-t',
  title,
];

/** All of them. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'first key: another key is not noticed',
    file: 'apps/console/src/session/first-key.ts',
    find: "    if (!valid)\n      throw new EdgeError('ERR_WRONG_DEVICE', 'not the key of the first connection', { cause: shown });\n",
    replace: '',
    npm: scripts('first key kept; second visit'),
  },
  {
    name: 'login order: the far end is asked before the password is used',
    file: 'packages/client/src/identity/sign-in.ts',
    find: '  if (connection.identity.boundBy === undefined) return signInUnbound(parts, connection, options);\n',
    replace: '',
    npm: scripts('who, administrator; login, accepted'),
  },
  {
    name: 'signed claim: what signaling says of an extension is believed',
    file: 'packages/client/src/connection/open-link.ts',
    find: 'if (features.includes(NEGOTIATION_FEATURE) && peer.negotiateInside())',
    replace: 'if (peer.hasTaken(NEGOTIATION_FEATURE) && peer.negotiateInside())',
    npm: scripts('no framed streams'),
  },
  {
    name: 'signed claim: names that came by signaling count as those of the device',
    file: 'packages/client/src/peer/peer.ts',
    find: 'isAuthenticated: this.#isBound && this.#tracks.isInside',
    replace: 'isAuthenticated: this.#isBound',
    npm: scripts('names exchanged'),
  },
  {
    name: 'bundle rule: a line may be left out of the bundle',
    file: 'packages/client/src/peer/one-transport.ts',
    find: "  if (!mids.every((mid) => bundled.has(mid))) refuse('every line in the bundle');\n",
    replace: '',
    npm: scripts('bundle of the first line'),
  },
  {
    name: 'pinned certificate: a later description may name another',
    file: 'packages/client/src/peer/wire-identity.ts',
    find: 'if (this.#pinned !== undefined && named !== this.#pinned) {',
    replace: 'if (this.#pinned !== undefined && named === undefined) {',
    npm: scripts('in a verified session: offer to the client, foreign certificate'),
  },
  {
    name: 'binding: a token that names no certificates counts as bound',
    file: 'packages/protocol/src/auth/challenge-token.ts',
    find: "bound: binding === 'this',",
    replace: 'bound: true,',
    npm: scripts('very old device relayed'),
  },
  {
    name: 'sandbox: a page of a device may show dialogs over the console',
    file: 'apps/console/src/screens/device/web/web-view.tsx',
    find: "const SANDBOX = 'allow-scripts allow-same-origin allow-forms';",
    replace: "const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals';",
    npm: [
      'run',
      'test:e2e',
      '--',
      'console-web-sandbox',
      '--grep',
      'a page shows no dialog over the console',
    ],
  },
];
