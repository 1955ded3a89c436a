/** @module The pairing link that a user gets, also as a QR code. */
import { formatPairingLink, given, queryLinkOf, type Fingerprint } from '@longwire/protocol';
import type { Command } from 'commander';
import type { DevicePlace } from '../config/device-config.ts';
import type { Invitation } from '../control/user-operations.ts';
import { linkWarning } from './link-warning.ts';
import { renderUnicodeCompact } from 'uqr';

/** The values of a link. */
export interface PairingOptions {
  readonly place: DevicePlace;
  readonly fingerprint: Fingerprint;
  readonly invitation: Pick<Invitation, 'username' | 'password' | 'sct' | 'deviceName'>;
  /** Whether the first browser that opens the link uses its password up. */
  readonly isInvite?: boolean;
  /** The page that opens the link; unless given, as configured, else the service's own. */
  readonly console?: string | undefined;
}

/** The page under which a service serves the console. */
export function consoleUrlOf(service: string): string {
  return service.replace(/^ws/iu, 'http').replace(/\/*$/u, '/');
}

/** Builds a pairing link. */
export function pairingLinkOf({ place, fingerprint, invitation, isInvite, console }: PairingOptions): string {
  const { productId, deviceId, service } = place;
  const { username, password, sct, deviceName } = invitation;
  return formatPairingLink(console ?? place.console ?? consoleUrlOf(service), {
    productId,
    deviceId,
    username,
    password,
    fingerprint,
    ...given({ sct, deviceName }),
    ...(isInvite === true ? { isInvite } : {}),
  });
}

/** The option of commands that print a link. */
export function addQueryLinkOption(command: Command): Command {
  return command.option(
    '--query-link',
    'compatibility: print the link with everything in its query as well, for an existing page (--console) that reads no fragment; server logs then contain its password',
  );
}

/** Prints the link in the format of existing pages, with a warning. */
export function printQueryLink(pairingLink: string): void {
  console.log(`query link: ${queryLinkOf(pairingLink)}`);
  console.log(
    'Warning: everything in a query, the password included, ends up in the logs of the page and of proxies. Use the query link only for existing pages that read no fragment.',
  );
}

/** Width of the light border, in modules. Reason: phones do not find a code without it; the standard asks for 4, and 2 suffice on a screen. */
const BORDER = 2;

const BRIGHT_ON_BLACK = '\u{1B}[97;40m';
const RESET = '\u{1B}[0m';

/** Draws a text as a QR code, two modules per character; with colors it is readable on terminals of any theme. */
export function terminalQr(text: string, { hasColors }: { readonly hasColors: boolean }): string {
  const lines = renderUnicodeCompact(text, { border: BORDER, ecc: 'L' }).split('\n');
  return lines.map((line) => (hasColors ? `${BRIGHT_ON_BLACK}${line}${RESET}` : line)).join('\n');
}

/** Whether to draw a QR code: in a terminal, or when the option asks for it. */
export interface QrFlags {
  readonly qr?: boolean;
}

/** Prints a link's QR code, if a terminal or the option asks for it. */
export function printQr(link: string, { qr = process.stdout.isTTY }: QrFlags): void {
  if (qr) console.log(`\n${terminalQr(link, { hasColors: process.stdout.isTTY })}`);
}

/** Warns of a link that other machines cannot use. */
export function printLinkWarning(link: string): void {
  const warning = linkWarning(link);
  if (warning !== undefined) console.log(`\nWarning: ${warning}`);
}
