/** @module Warns of links that other machines cannot use. */
import { networkInterfaces } from 'node:os';
import { linkReach } from '@longwire/protocol';

/** An address of an interface, as Node lists it. */
interface InterfaceAddress {
  readonly address: string;
  readonly family: string;
  readonly internal: boolean;
}

const listInterfaces = (): readonly InterfaceAddress[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);

/** What is wrong with a link and what to do; undefined if every browser can use it. */
export function linkWarning(
  link: string,
  list: () => readonly InterfaceAddress[] = listInterfaces,
): string | undefined {
  const reach = linkReach(link);
  if (reach === 'everywhere') return undefined;
  const { hostname } = new URL(link);
  const own = list().find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'ADDRESS';
  const host = reach === 'this-machine' ? own : hostname;
  const problem =
    reach === 'this-machine'
      ? 'only a browser on this machine can open the link'
      : 'browsers cannot verify the device, because the link leads to plain http';
  return `${problem}. For other machines, run the service with --local-https (or with --domain and its public name), and make the link again with --console https://${host}/`;
}

/** The warning as a field of printed JSON. */
export function warningField(link: string): { warning?: string } {
  const warning = linkWarning(link);
  return warning === undefined ? {} : { warning };
}
