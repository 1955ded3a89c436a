/** @module The entries of the published packages that a program can import, each with its page in the API reference. */
import { readManifest } from '../../../scripts/release/npm-packages.ts';
import { PUBLISHED } from '../../../scripts/workspace.ts';

/** The folder of the API reference on the site. */
export const API_FOLDER = 'api';

/** Something that a program can import. */
export interface ApiEntry {
  /** What a program imports: `@longwire/client/cbor`. */
  readonly name: string;
  /** Its source in the repository. */
  readonly source: string;
  /** Its page on the site. */
  readonly page: string;
}

/** The path of an entry's page below the folder, without `.md`: `client/cbor`. */
export const pathOfEntry = (name: string): string => name.replace(/^@[^/]+\//u, '');

/** The entries of a package, the package's own first. */
export function entriesOf(workspace: string): readonly ApiEntry[] {
  const { name, exports = {} } = readManifest(workspace);
  return Object.entries(exports).map(([path, conditions]) => {
    const entry = name + path.slice(1);
    return {
      name: entry,
      source: `${workspace}/${(conditions['longwire-source'] ?? '').slice(2)}`,
      page: `${API_FOLDER}/${pathOfEntry(entry)}.md`,
    };
  });
}

/** All entries, in the order of the packages. */
export const apiEntries = (): readonly ApiEntry[] => PUBLISHED.flatMap(entriesOf);
