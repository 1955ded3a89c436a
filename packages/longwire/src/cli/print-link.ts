/** @module Prints the first link, and what to do next. */
import { formatPairingLink, parsePairingLink } from '@longwire/protocol';
import { terminalQr, type InitResult } from '@longwire/device/cli';

/** What plain http does not allow. */
const PLAIN_HTTP = `This address has no https. Browsers on other devices refuse what Longwire needs on such a page, so the link works in a
browser on this machine only. For https: --domain NAME --tls-cert FILE --tls-key FILE, see docs/guides/home.md.`;

/** The link of the first administrator at the address for browsers. */
export function firstLink({ pairingLink }: Pick<InitResult, 'pairingLink'>, address: string): string {
  return formatPairingLink(address, parsePairingLink(pairingLink));
}

/** Whether browsers on other devices refuse a page of this address. */
const isPlainHttp = (address: string): boolean => address.startsWith('http:');

/** Prints a link, with its QR code on a terminal. */
export function printFirstLink(link: string, isTerminal: boolean = process.stdout.isTTY): void {
  console.log(
    '\nOpen this link on your phone or computer. It logs in the administrator: keep it like a key.\n',
  );
  console.log(`pairing link: ${link}`);
  if (isTerminal) console.log(`\n${terminalQr(link, { hasColors: true })}`);
  if (isPlainHttp(link)) console.log(`\n${PLAIN_HTTP}`);
  console.log('\nFor another person: longwire invite NAME. When something does not work: longwire doctor.');
}
