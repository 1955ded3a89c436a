/** @module Loads the installation's list of services before anything connects, and restricts the page to it by policy. */

import { connectSources, parseServiceList, servedBy, type ServiceList } from './service-list.ts';

/** The list, or the reason it is missing; without a list the console connects to nothing. */
export type LoadedServiceList =
  | { readonly kind: 'loaded'; readonly services: ServiceList }
  /** The file does not exist. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged' }
  /** No network, and this browser has never loaded the list. */
  | { readonly kind: 'unreachable' };

/** Dependencies of `loadServiceList`. */
export interface ServiceListPage {
  readonly document: Document;
  /** The page's origin. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Stores the last list, for offline use. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
}

/** The file name, which the standalone build writes into the page. */
const MARK = 'meta[name="longwire-services"]';

const KEPT = 'longwire.services';

/** Loads the list. A console served by a service has none and requests none. */
export async function loadServiceList(page: ServiceListPage): Promise<LoadedServiceList> {
  const file = page.document.querySelector(MARK)?.getAttribute('content') ?? undefined;
  if (file === undefined) return { kind: 'loaded', services: servedBy(page.origin) };
  const list = await readList(file, page);
  hold(page.document, list.kind === 'loaded' ? (list.services.allowed ?? []) : []);
  return list;
}

async function readList(file: string, page: ServiceListPage): Promise<LoadedServiceList> {
  const answer = await readFile(file, page.fetch);
  const text = answer.kind === 'text' ? answer.text : page.storage?.getItem(KEPT);
  if (answer.kind === 'missing') return answer;
  if (text === undefined || text === null) return { kind: 'unreachable' };
  const services = parseServiceList(text, page.origin);
  if (services === undefined) return { kind: 'damaged' };
  page.storage?.setItem(KEPT, text);
  return { kind: 'loaded', services };
}

type FileAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'away' };

async function readFile(file: string, fetch: ServiceListPage['fetch']): Promise<FileAnswer> {
  try {
    const response = await fetch(file, { cache: 'no-cache', credentials: 'omit' });
    if (response.status === 404) return { kind: 'missing' };
    return response.ok ? { kind: 'text', text: await response.text() } : { kind: 'away' };
  } catch {
    // fetch does not say whether the network or the host failed
    return { kind: 'away' };
  }
}

/** All policies of a page apply together: this one only restricts the page's own, and nothing can undo it. */
function hold(document: Document, allowed: readonly string[]): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `connect-src ${connectSources(allowed)}`;
  document.head.append(policy);
}
