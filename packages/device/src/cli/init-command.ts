/** @module `longwire-device init`. */
import { given, queryLinkOf } from '@longwire/protocol';
import type { Command } from 'commander';
import { directoryOption } from './directory-option.ts';
import { becomeOwner } from './directory-owner.ts';
import { initDevice, type InitResult } from './init-device.ts';
import { warningField } from './link-warning.ts';
import { UNTESTED_TOKEN } from './invite-command.ts';
import { addQueryLinkOption, printLinkWarning, printQr, printQueryLink } from './pairing.ts';
import { DATABASE_HINT, registrationCommands, tokenCommand } from './registration.ts';

interface InitFlags {
  readonly directory: string;
  readonly product: string;
  readonly device: string;
  readonly service: string;
  readonly console?: string;
  readonly name?: string;
  readonly sct?: string;
  readonly qr?: boolean;
  readonly queryLink?: true;
  readonly json?: true;
}

/** Adds the command. */
export function addInit(program: Command): void {
  const command = addQueryLinkOption(program.command('init'))
    .description(
      'make the key, the settings and the first administrator of a device, and print its pairing link once',
    )
    .addOption(directoryOption())
    .requiredOption('--product <productId>', 'the product the device belongs to')
    .requiredOption('--device <deviceId>', 'the device')
    .requiredOption(
      '--service <url>',
      'the signaling service, wss:// or https:// (ws:// or http:// without TLS)',
    )
    .option('--console <url>', 'the page that opens pairing links (default: the service)')
    .option('--name <name>', 'what people call the device')
    .option('--sct <token>', "a connection token of the service, instead of the administrator's own")
    .option('--qr', 'draw the link as a QR code (default: in a terminal)')
    .option('--no-qr', 'draw no QR code')
    .option('--json', 'print JSON');
  command.action(async () => {
    const { product, device, qr, queryLink, json, ...options } = command.opts<InitFlags>();
    await becomeOwner(options.directory);
    const result = await initDevice({ ...options, productId: product, deviceId: device });
    if (json === true) {
      const { product: registerProduct, device: register } = registrationCommands(result);
      const query = queryLink === true ? { queryLink: queryLinkOf(result.pairingLink) } : {};
      const warning = warningField(result.pairingLink);
      console.log(
        JSON.stringify(
          { ...result, ...query, ...warning, registerProduct, register: [register] },
          undefined,
          2,
        ),
      );
    } else printInit(result, options, { queryLink, qr });
  });
}

function printInit(
  result: InitResult,
  { directory, sct }: Pick<InitFlags, 'directory' | 'sct'>,
  { queryLink, qr }: { readonly queryLink: true | undefined; readonly qr: boolean | undefined },
): void {
  const { fingerprint, username, password, pairingLink } = result;
  console.log(`fingerprint: ${fingerprint}`);
  console.log(`user: ${username}`);
  console.log(`password: ${password}`);
  console.log(`pairing link: ${pairingLink}`);
  if (queryLink === true) printQueryLink(pairingLink);
  printQr(pairingLink, given({ qr }));
  printLinkWarning(pairingLink);
  const { product, device, token } = registrationCommands(result);
  console.log(`\nTo register it at the service, ${DATABASE_HINT}:`);
  console.log(`Once, unless the service has the product already:\n  ${product}`);
  console.log(`The device:\n  ${device}`);
  if (sct !== undefined) return;
  console.log(`\n${UNTESTED_TOKEN}:\n  ${token}\n  ${tokenCommand(username, directory)}`);
}
