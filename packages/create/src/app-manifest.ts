/** @module The package.json of a created application. */

/** Dependencies by name. */
type Dependencies = Readonly<Record<string, string>>;

/** A package.json, as far as it is changed here. */
interface AppManifest {
  readonly name: string;
  readonly dependencies: Dependencies;
  readonly devDependencies: Dependencies;
}

/** The packages that are released together with this one. */
const OWN_SCOPE = '@longwire/';

/** The template's package.json with the application's name, and with the packages of this release. */
export function appManifest(
  template: string,
  { name, version }: { readonly name: string; readonly version: string },
): string {
  const manifest: AppManifest = JSON.parse(template);
  const dependencies = withRelease(manifest.dependencies, version);
  const devDependencies = withRelease(manifest.devDependencies, version);
  return `${JSON.stringify({ ...manifest, name, dependencies, devDependencies }, null, 2)}\n`;
}

/** The name of a package in a folder of this name. npm accepts lower case, digits, dots, dashes and underscores. */
export function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replaceAll(/^[._-]+|-+$/gu, '');
  return name === '' ? 'longwire-app' : name;
}

function withRelease(dependencies: Dependencies, version: string): Dependencies {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [
      name,
      name.startsWith(OWN_SCOPE) ? `^${version}` : range,
    ]),
  );
}
