/** @module The package.json of a created application. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appManifest, packageName } from './app-manifest.ts';
import { TEMPLATES, templateFolder } from './templates.ts';

const ROOT = join(import.meta.dirname, '../../..');

const readTemplate = (template: (typeof TEMPLATES)[number], file: string): string =>
  readFileSync(join(templateFolder(template), file), 'utf8');

const isOwn = ([name]: readonly [string, string]): boolean => name.startsWith('@longwire/');

const { packages: locked }: { packages: Readonly<Record<string, { version?: string }>> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);

describe.each(TEMPLATES)('the package.json of template %s', (template) => {
  const manifest = JSON.parse(
    appManifest(readTemplate(template, '_package.json'), { name: 'my-app', version: '1.2.3' }),
  );
  const versions = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies });

  test('has the name of the application', () => {
    expect(manifest).toMatchObject({ name: 'my-app', private: true });
  });

  test('has the packages of this release', () => {
    const own = versions.filter((entry) => isOwn(entry));
    expect(own.length).toBeGreaterThan(1);
    for (const entry of own) expect(entry).toEqual([entry[0], '^1.2.3']);
  });

  test('has the other packages as this repository tests with them', () => {
    for (const [name, range] of versions.filter((entry) => !isOwn(entry)))
      expect([name, range]).toEqual([name, `^${locked[`node_modules/${name}`]?.version}`]);
  });
});

test.each([
  ['my-app', 'my-app'],
  ['My App', 'my-app'],
  ['.hidden', 'hidden'],
  ['Überblick', 'berblick'],
  ['日本', 'longwire-app'],
  ['', 'longwire-app'],
])('the package of a folder called %j is called %s', (folder, name) => {
  expect(packageName(folder)).toBe(name);
});

test.each(['_gitignore', 'src/device-link.ts', 'src/style.css'])(
  '%s is the same in all templates',
  (file) => {
    const contents = new Set(TEMPLATES.map((template) => readTemplate(template, file)));
    expect(contents.size).toBe(1);
  },
);
