/** @module The workspaces of the repository, in the order in which they build on each other. */

/** The packages that are published, each after what it imports. */
export const PUBLISHED: readonly string[] = [
  'packages/protocol',
  'packages/client',
  'packages/react',
  'packages/device',
  'packages/cluster',
  'packages/signaling',
  'packages/longwire',
  'packages/testing',
  'packages/create',
];

/** Folders of files that are served as they are, so that the build copies them. */
export const COPIED: readonly string[] = ['packages/signaling/src/device-origin/page'];

/** Everything that has a tsconfig.json. */
export const TYPED: readonly string[] = [
  ...PUBLISHED,
  ...COPIED,
  'apps/console',
  'apps/demo',
  'apps/docs',
  'apps/react-docs',
  'e2e',
  'e2e/hostile/fakes',
  'bench',
  'soak',
  'scripts',
];
