/** @module Which part of the project may import which: the one table that the lint rules are made from. */

/** The workspaces that each shipped workspace may import by name (ARCHITECTURE.md, "Import directions"). */
export const WORKSPACE_IMPORTS = {
  'packages/protocol': [],
  'packages/client': ['protocol'],
  'packages/react': ['client', 'protocol'],
  'packages/device': ['protocol'],
  'packages/cluster': ['protocol'],
  'packages/signaling': ['protocol', 'cluster'],
  'packages/longwire': ['device', 'signaling', 'protocol'],
  'packages/testing': ['protocol'],
  'packages/create': ['protocol'],
  'apps/console': ['client', 'protocol', 'react'],
  'apps/demo': ['device', 'protocol'],
  'apps/docs': [],
  'apps/react-docs': ['client', 'react', 'testing'],
} as const;

/** Folders of one workspace that do not know each other; what composes them may import them all. */
export const SIBLING_FOLDERS = {
  'packages/client': ['signaling', 'peer', 'coap', 'auth', 'iam', 'streams'],
  'packages/signaling': [
    'registry',
    'presence',
    'relay',
    'ice',
    'http',
    'jwt',
    'device-origin',
    'revocation',
    'metrics',
    'push',
  ],
} as const;

/** Workspaces that run in browsers or anywhere: no Node module may be imported there. */
const PLATFORM_FREE: ReadonlySet<string> = new Set([
  'packages/protocol',
  'packages/client',
  'packages/react',
  'packages/testing',
  'apps/console',
  'apps/react-docs',
]);

/** What a page loads: it imports the protocol by entries. */
export const PAGE_CODE: ReadonlySet<string> = new Set(['packages/client', 'packages/react', 'apps/console']);

const WORKSPACES = [
  'protocol',
  'client',
  'react',
  'device',
  'cluster',
  'signaling',
  'longwire',
  'testing',
  'create',
  'console',
  'demo',
  'docs',
  'react-docs',
  'e2e',
  'bench',
];

interface ImportPattern {
  readonly group?: string[];
  readonly regex?: string;
  readonly allowTypeImports?: true;
  readonly message: string;
}

interface ImportRule {
  readonly files: string[];
  readonly rules: { 'no-restricted-imports': ['error', { patterns: ImportPattern[] }] };
}

const crossWorkspace: ImportPattern = {
  group: ['**/src/**'],
  message: 'import another workspace by its package name',
};
const deepImport: ImportPattern = {
  group: [
    '@longwire/*/**',
    '!@longwire/protocol/*',
    '!@longwire/client/cbor',
    '!@longwire/client/diagnostics',
    '!@longwire/client/link-format',
    '!@longwire/device/cli',
    '!@longwire/device/doctor',
    '!@longwire/device/serve',
    '!@longwire/signaling/check',
    '!@longwire/signaling/cli',
    '!@longwire/testing/clock',
  ],
  message: 'no deep imports: ask for an export in the index of that package',
};
/** A bundler that splits by files takes all that is listed in an index for what the first line needs (docs/adr/0033). */
const wholeProtocol: ImportPattern = {
  regex: '^@longwire/protocol$',
  allowTypeImports: true,
  message:
    'a page would load all of it: import values from the entry that has them, such as @longwire/protocol/base',
};
const nodeModule: ImportPattern = {
  group: ['node:*'],
  message: 'this workspace runs in browsers: pass the value in, or move the code to a Node workspace',
};

function rule(files: string[], patterns: ImportPattern[]): ImportRule {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

function workspacePatterns(workspace: string, allowed: readonly string[]): ImportPattern[] {
  const own = workspace.slice(workspace.indexOf('/') + 1);
  const forbidden = WORKSPACES.filter((name) => name !== own && !allowed.includes(name));
  return [
    crossWorkspace,
    deepImport,
    {
      group: forbidden.map((name) => `@longwire/${name}`),
      message: `${own} may import ${allowed.join(' and ') || 'no other workspace'}: pass the value in instead`,
    },
    ...(PLATFORM_FREE.has(workspace) ? [nodeModule] : []),
    ...(PAGE_CODE.has(workspace) ? [wholeProtocol] : []),
  ];
}

function siblingRules(workspace: string, patterns: ImportPattern[]): ImportRule[] {
  const folders: readonly string[] =
    Object.entries(SIBLING_FOLDERS).find(([name]) => name === workspace)?.[1] ?? [];
  return folders.map((folder) =>
    rule(
      [`${workspace}/src/${folder}/**`],
      [
        ...patterns,
        {
          group: folders.filter((name) => name !== folder).map((name) => `../${name}/**`),
          message: `${folder}/ does not know its siblings: take a value or a port as an argument`,
        },
      ],
    ),
  );
}

/** The lint overrides for every workspace and sibling folder; tests and their fixtures are free to use fakes and Node. */
export function importDirections(): ImportRule[] {
  const shipped = Object.entries(WORKSPACE_IMPORTS).flatMap(([workspace, allowed]) => {
    const patterns = workspacePatterns(workspace, allowed);
    return [rule([`${workspace}/src/**`], patterns), ...siblingRules(workspace, patterns)];
  });
  return [
    ...shipped,
    rule(['**/*.test.ts', '**/*.test.tsx', '**/*.test-d.ts', '**/*.fixture.ts'], [deepImport]),
  ];
}
