/** @module Which services this console talks to: any where a service serves it, else those that its installation lists. Pure. */

import { fieldOf } from '../field-of.ts';
import { EdgeError } from '../wire.ts';
import { httpAddressOf, readServiceAddress, serviceOfPage } from './service-address.ts';

/** The services of this console. */
export interface ServiceList {
  /** The origin of this page. */
  readonly page: string;
  /** The service of a link that leads to this page. */
  readonly own: string;
  /** Origins such as `wss://signal.example`; undefined where the page came from a service: a person may then name another. */
  readonly allowed: readonly string[] | undefined;
}

/** What a page of a policy can name: no wildcard, no path, and no IPv6 address, which policies do not know. */
const ORIGIN = /^wss?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/u;

/** Most services of a list. Reason: all are part of one policy and of one sentence. */
const MAX_SERVICES = 50;

/** The console of a service: links lead to that service. */
export function servedBy(page: string): ServiceList {
  return { page, own: serviceOfPage(page), allowed: undefined };
}

/** Reads the list of an installation, `{ "services": ["wss://signal.example"] }`; undefined where it is none. */
export function parseServiceList(text: string, page: string): ServiceList | undefined {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const entries = fieldOf(file, 'services');
  if (!Array.isArray(entries) || entries.length > MAX_SERVICES) return undefined;
  const allowed = entries.flatMap((entry) => originOf(entry) ?? []);
  const [own] = allowed;
  if (own === undefined || allowed.length < entries.length) return undefined;
  return { page, own, allowed };
}

/** Whether this console talks to the service at this address. */
export function isListed({ allowed }: ServiceList, service: string): boolean {
  return allowed === undefined || allowed.includes(URL.parse(service)?.origin ?? '');
}

/** The service, if this console talks to it. @throws EdgeError ERR_CONFIG */
export function requireListed(services: ServiceList, service: string): string {
  if (isListed(services, service)) return service;
  const listed = (services.allowed ?? []).join(', ');
  throw new EdgeError('ERR_CONFIG', `${service} is not in this console's list of services (${listed})`);
}

/** The service that a link leads to. One of another console is that of its own service, as far as there is a list to compare it with. */
export function serviceOfLink({ page, own, allowed }: ServiceList, link: string): string {
  const origin = URL.parse(link.trim())?.origin ?? page;
  return allowed === undefined || origin === page ? own : serviceOfPage(origin);
}

/** Where a service answers over HTTP; the page's own folder where that is the service. */
export function webAddressOf({ allowed }: ServiceList, service: string): string {
  return allowed === undefined ? '.' : httpAddressOf(service);
}

/** What the page's policy allows connections to: the listed services, and the page's own files. */
export function connectSources(allowed: readonly string[]): string {
  return ["'self'", ...allowed, ...allowed.map(httpAddressOf)].join(' ');
}

function originOf(entry: unknown): string | undefined {
  const address = typeof entry === 'string' ? readServiceAddress(entry) : undefined;
  return address !== undefined && ORIGIN.test(address) ? URL.parse(address)?.origin : undefined;
}
