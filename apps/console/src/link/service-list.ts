/** @module The services this console connects to: any if a service serves it, otherwise those its installation lists. Pure. */

import { EdgeError } from '@longwire/client';
import { fieldOf } from '../read-field.ts';
import { httpAddressOf, readServiceAddress, serviceOfPage } from './service-address.ts';

/** The services of this console. */
export interface ServiceList {
  /** This page's origin. */
  readonly page: string;
  /** The service of a link that points to this page. */
  readonly own: string;
  /** Origins such as `wss://signal.example`; undefined if the page came from a service, because then a person may enter any other. */
  readonly allowed: readonly string[] | undefined;
}

/** What a Content-Security-Policy can express: no wildcard, no path, and no IPv6 address. */
const ORIGIN = /^wss?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/u;

/** Largest number of listed services. Reason: all of them are part of one policy and one sentence. */
const MAX_SERVICES = 50;

/** For a console that a service serves: links point to that service. */
export function servedBy(page: string): ServiceList {
  return { page, own: serviceOfPage(page), allowed: undefined };
}

/** Parses an installation's list, `{ "services": ["wss://signal.example"] }`; undefined if invalid. */
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

/** Whether this console connects to the service at this address. */
export function isListed({ allowed }: ServiceList, service: string): boolean {
  return allowed === undefined || allowed.includes(URL.parse(service)?.origin ?? '');
}

/** The service at this address, if this console may connect to it. @throws EdgeError ERR_CONFIG */
export function requireListed(services: ServiceList, service: string): string {
  if (isListed(services, service)) return service;
  const listed = (services.allowed ?? []).join(', ');
  throw new EdgeError('ERR_CONFIG', `${service} is not in this console's list of services (${listed})`);
}

/** The service a link points to. A link to another console means that console's own service, if there is a list to check it against. */
export function serviceOfLink({ page, own, allowed }: ServiceList, link: string): string {
  const origin = URL.parse(link.trim())?.origin ?? page;
  return allowed === undefined || origin === page ? own : serviceOfPage(origin);
}

/** The service's HTTP address; the page's own folder if the service serves the page. */
export function webAddressOf({ allowed }: ServiceList, service: string): string {
  return allowed === undefined ? '.' : httpAddressOf(service);
}

/** The connections the page's policy allows: the listed services and the page's own files. */
export function connectSources(allowed: readonly string[]): string {
  return ["'self'", ...allowed, ...allowed.map(httpAddressOf)].join(' ');
}

function originOf(entry: unknown): string | undefined {
  const address = typeof entry === 'string' ? readServiceAddress(entry) : undefined;
  return address !== undefined && ORIGIN.test(address) ? URL.parse(address)?.origin : undefined;
}
