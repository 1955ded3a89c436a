/** @module Changes the links of a document: on the site to pages, elsewhere to the repository. */
import { posix } from 'node:path';

/** What surrounds a document. */
export interface Surroundings {
  /** The address on the site of a file or folder of the repository; undefined if it is only there. */
  addressOf(file: string): string | undefined;
  /** Whether the repository has the file or folder. */
  exists(file: string): boolean;
  /** Where the repository can be read, such as `https://git.example/longwire/blob/main`; undefined if nowhere. */
  readonly repositoryUrl?: string | undefined;
}

const FENCED = /(^[ \t]*```[^\n]*\n[\s\S]*?^[ \t]*```[ \t]*$)/mu;
const LINK = /(?<mark>!?)\[(?<text>(?:`[^`]*`|[^[\]`]|\[[^\]]*\])*)\]\((?<target>[^()\s]+)\)/gu;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|#|\/)/iu;

/**
 * The document with links that work on the site. Where the repository can be read nowhere, a link to it becomes words.
 * @throws Error for a link to a file that the repository does not have.
 */
export function rewriteLinks(document: string, file: string, surroundings: Surroundings): string {
  return document
    .split(FENCED)
    .map((part, index) => (index % 2 === 1 ? part : rewritePart(part, file, surroundings)))
    .join('');
}

function rewritePart(part: string, file: string, surroundings: Surroundings): string {
  return part.replaceAll(LINK, (link: string, mark: string, text: string, target: string) => {
    if (ELSEWHERE.test(target)) return link;
    const [path = '', hash] = target.split('#', 2);
    const resolved = posix.join(posix.dirname(file), path).replace(/\/$/u, '');
    const address = surroundings.addressOf(resolved);
    if (address !== undefined)
      return `${mark}[${text}](${address}${hash === undefined ? '' : `#${hash}`})${plain(address)}`;
    if (!surroundings.exists(resolved)) throw new Error(`${file} links to ${resolved}, which does not exist`);
    if (mark !== '') throw new Error(`${file} shows ${resolved}, which is not a picture of docs/images`);
    return inRepository(text, resolved, surroundings.repositoryUrl);
  });
}

/** Files that are no pages are opened by the browser and not by the site's router. */
const plain = (address: string): string => (address.endsWith('.html') ? '{target="_self"}' : '');

function inRepository(text: string, path: string, repositoryUrl: string | undefined): string {
  if (repositoryUrl !== undefined) return `[${text}](${repositoryUrl}/${path})`;
  const isPath = text.replaceAll('`', '').replace(/\/$/u, '') === path;
  return isPath ? `\`${path}\`` : `${text} (\`${path}\`)`;
}
