/** @module Where each file of the repository is on the site: pages, pictures, and sources that have a page in the API reference. */

/** The folder of the pages that only the site has. */
export const OWN_PAGES = 'apps/docs/pages';

/** The folder of the documents. */
export const DOCUMENTS = 'docs';

/** Documents elsewhere in the repository, each with its page. */
export const OTHER_DOCUMENTS: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'examples/python-device/README.md': 'guides/python-device.md',
};

/** Folders that a document may link to, each with the address of the page for it. */
const FOLDERS: Readonly<Record<string, string>> = {
  'docs/adr': '/adr/index.md',
  'docs/concepts': '/concepts/index.md',
  'docs/guides': '/guides/home.md',
  'docs/protocol': '/protocol/attachment.md',
  'docs/spec': '/spec/SPEC.md',
};

/** Where the build of the React examples is; it is no page of the site's own. */
export const REACT_EXAMPLES = '/react/index.html';

const PACKAGE = /^packages\/([^/]+)(?:\/README\.md)?$/u;
const PICTURE = /^docs\/(images\/.+\.(?:jpg|png))$/u;

/** The page of a Markdown file of the repository, as a path on the site; undefined if the site does not have it. */
export function pageOf(file: string): string | undefined {
  const [, name] = PACKAGE.exec(file) ?? [];
  if (name !== undefined) return `packages/${name}.md`;
  for (const folder of [OWN_PAGES, DOCUMENTS])
    if (file.startsWith(`${folder}/`) && file.endsWith('.md'))
      return file.slice(folder.length + 1).replace(/(?<=^|\/)README\.md$/u, 'index.md');
  return OTHER_DOCUMENTS[file];
}

/** The path of a picture of the documents below the site's folder of static files; undefined for any other file. */
export const pictureOf = (file: string): string | undefined => PICTURE.exec(file)?.[1];

/** The address on the site of a file or folder of the repository; undefined if it is only there. `apiPages` has pages by source file. */
export function addressOf(file: string, apiPages: ReadonlyMap<string, string>): string | undefined {
  if (file === 'apps/react-docs') return REACT_EXAMPLES;
  const path = apiPages.get(file) ?? pageOf(file) ?? pictureOf(file);
  return path === undefined ? FOLDERS[file] : `/${path}`;
}
