/** @module What goes into packages: checked on the manifests and the lock file; `npm run release:test` installs the results. */
import { expect, test } from 'vitest';
import { PUBLISHED } from '../workspace.ts';
import { publishedManifest, readManifest, tarballName } from './npm-packages.ts';
import { productionPackages } from './production-packages.ts';

test.each(PUBLISHED)('the published manifest of %s leads to no source', (workspace) => {
  const manifest = readManifest(workspace);
  // Only a package that can be imported has sources to hide.
  expect(JSON.stringify(manifest).includes('src/')).toBe(manifest.exports !== undefined);
  const published = publishedManifest(manifest);
  expect(JSON.stringify(published)).not.toMatch(/src\/|devDependencies|longwire-source/u);
  expect(Object.keys(published.exports ?? {})).toEqual(Object.keys(manifest.exports ?? {}));
});

test('a tarball is called as npm calls it', () => {
  const manifest = { name: '@longwire/client', version: '1.2.3', files: [] };
  expect(tarballName(manifest)).toBe('longwire-client-1.2.3.tgz');
});

test('the service needs its workspaces, its libraries, and nothing of the build', () => {
  const { workspaces, installed } = productionPackages(['packages/signaling']);
  expect(workspaces).toEqual(['packages/cluster', 'packages/protocol', 'packages/signaling']);
  expect(installed).toContain('node_modules/fastify');
  expect(installed).not.toContain('node_modules/typescript');
  expect(installed).not.toContain('node_modules/node-datachannel');
});
