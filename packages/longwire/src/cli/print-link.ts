/** @module Prints the first link, and what to do next. */
import { formatPairingLink, parsePairingLink } from '@longwire/protocol';
import type { Trust } from '../household/authority.ts';
import { terminalQr, type InitResult } from '@longwire/device/cli';

/** A first link, and how a browser comes to trust the authority of a service that has no public name. */
export interface PrintedLink {
  readonly link: string;
  readonly trust: Trust | undefined;
}

/** The link of the first administrator at the address for browsers. */
export function firstLink({ pairingLink }: Pick<InitResult, 'pairingLink'>, address: string): string {
  return formatPairingLink(address, parsePairingLink(pairingLink));
}

/** Prints a link, with its QR code on a terminal. */
export function printFirstLink(
  { link, trust }: PrintedLink,
  isTerminal: boolean = process.stdout.isTTY,
): void {
  console.log(
    '\nOpen this link on your phone or computer. It logs in the administrator: keep it like a key.\n',
  );
  console.log(`pairing link: ${link}`);
  if (isTerminal) console.log(`\n${terminalQr(link, { hasColors: true })}`);
  if (trust !== undefined) {
    console.log(
      '\nThe browser warns, because this machine made its certificate itself: choose "Advanced" and continue.',
    );
    console.log(`To end the warning, open ${trust.page} and follow its steps.`);
    console.log(`The page must show this SHA-256 fingerprint: ${trust.fingerprint}`);
  }
  console.log('\nFor another person: longwire invite NAME. When something does not work: longwire doctor.');
}
