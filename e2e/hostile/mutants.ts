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

/** Arguments of npm that run the unit tests of a file or folder. */
export const unitTests = (path: string, ...options: readonly string[]): readonly string[] => [
  'run',
  'test:unit',
  '--',
  path,
  ...options,
];

const scripts = (title: string): readonly string[] => unitTests('e2e/hostile/fakes', '-t', title);

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
  {
    name: 'password: a wrong one logs in',
    file: 'packages/device/src/auth/password-logins.ts',
    find: 'if (confirmation === undefined || !this.#isStillValid(pending)) {',
    replace: 'if (!this.#isStillValid(pending)) {',
    npm: unitTests('packages/device/src/auth/password-logins.test.ts'),
  },
  {
    name: 'password: a login may be confirmed again and again',
    file: 'packages/device/src/auth/session-identity.ts',
    find: '    this.#pending = undefined;\n    return pending;\n',
    replace: '    return pending;\n',
    npm: unitTests('packages/device/src/auth/password-attacks.test.ts'),
  },
  {
    name: 'rights: open sessions keep those that a user has lost',
    file: 'packages/device/src/agent/session-registry.ts',
    find: '    for (const session of this.#sessions) session.recheck();\n',
    replace: '',
    npm: unitTests('packages/device/src/device.test.ts'),
  },
  {
    name: 'token: one for another device is valid',
    file: 'packages/signaling/src/admission/registry-admission.ts',
    find: 'if (token.productId !== productId || (token.deviceId ?? deviceId) !== deviceId) {',
    replace: 'if (token.productId !== productId) {',
    npm: unitTests('packages/signaling/src/admission/registry-admission.test.ts'),
  },
  {
    name: 'token: connections of a revoked one go on',
    file: 'packages/signaling/src/revocation/revocation-watcher.ts',
    find: 'return live.endSessions({ productId, deviceId, tokenId }, CloseCode.tokenRejected);',
    replace: 'return 0;',
    npm: unitTests('packages/signaling/src/revocation/revocation-watcher.test.ts'),
  },
  {
    name: 'cookie: a page of another site makes changes with it',
    file: 'packages/signaling/src/http/access-guard.ts',
    find: "  if (isForeignPage(request, publicUrl))\n    return ApiError.origin('the request must come from a page of the service');\n",
    replace: '',
    npm: unitTests('packages/signaling/src/http/session.test.ts'),
  },
];
