/** @module `longwire-device invite`: a new password for a user, as a link. */
import { checkUsername, given, queryLinkOf, type Fingerprint } from '@longwire/protocol';
import type { Command, Option } from 'commander';
import { readConfig } from '../config/config-file.ts';
import { parseTimeLimit } from '../config/time-limit.ts';
import { parseConsoleUrl } from '../config/parse-device-config.ts';
import type { Invitation } from '../control/user-operations.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import { warningField } from './link-warning.ts';
import { checkConnectionToken } from './connection-token.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { directoryOption } from './directory-option.ts';
import { openOperations } from './open-operations.ts';
import { parseUntil, UNTIL_FORMATS } from './parse-until.ts';
import {
  addQueryLinkOption,
  pairingLinkOf,
  printLinkWarning,
  printQr,
  printQueryLink,
  type QrFlags,
} from './pairing.ts';
import { registrationCommands } from './registration.ts';

/** The flags of commands that print a link. */
export interface LinkFlags extends QrFlags {
  readonly sct?: string;
  readonly console?: string;
  readonly queryLink?: true;
  readonly json?: true;
}

interface InviteFlags extends LinkFlags {
  readonly directory: string;
  readonly role?: string;
  readonly expires?: string;
  readonly until?: string;
  readonly renew?: true;
}

/** The note for a link whose token no service has accepted yet. */
export const UNTESTED_TOKEN =
  'The link works once the device is attached. If the service does not support tokens of devices, make one there and pass it to invite --sct';

/** Adds the options of a command that prints a link. */
export function addLinkOptions(command: Command): Command {
  return addQueryLinkOption(command)
    .option('--sct <token>', "a connection token of the service, instead of the user's own")
    .option('--console <url>', 'the page that opens the link (default: as in device.toml, or the service)')
    .option('--qr', 'draw the link as a QR code (default: in a terminal)')
    .option('--no-qr', 'draw no QR code')
    .option('--json', 'print JSON');
}

/** Adds the command. */
export function addInvite(program: Command, directory: () => Option = directoryOption): Command {
  const command = addLinkOptions(
    program
      .command('invite')
      .description('give a new or existing user a new password, and print it as a link')
      .argument('<user>')
      .addOption(directory())
      .option('--role <role>', 'Guest, Standard or Administrator (default: Guest for a new user)')
      .option(
        '--expires <duration>',
        'how long the password waits for its first use, such as 7d; 0: for ever',
      )
      .option('--until <end>', `when access ends: ${UNTIL_FORMATS}`)
      .option('--renew', 'also for a user who has a browser already'),
  );
  return command.action(async (username: string) => invite(username, command.opts<InviteFlags>()));
}

async function invite(
  user: string,
  { directory, role, expires, until, renew, ...flags }: InviteFlags,
): Promise<void> {
  const username = checkUsername(user);
  const expiresMs = expires === undefined ? undefined : parseTimeLimit(expires);
  const accessEndsAtMs = until === undefined ? undefined : parseUntil(until, Date.now());
  checkLinkFlags(flags);
  const files = deviceDirectory(directory);
  const place = await readConfig(files.config);
  const { fingerprint } = await loadIdentity(files.identity);
  using open = await openOperations(directory, place);
  const invitation = await open.operations.invite({
    username,
    ...given({ role, expiresMs, accessEndsAtMs, renew, sct: flags.sct }),
  });
  printInvitation({ place, fingerprint, invitation, isInvite: true, flags });
}

/** Checks the options of a link before anything is changed. @throws EdgeError ERR_SCT, ERR_CONFIG */
export function checkLinkFlags({ sct, console }: LinkFlags): void {
  if (sct !== undefined) checkConnectionToken(sct);
  if (console !== undefined) parseConsoleUrl(console);
}

/** Input of {@link printInvitation}. */
export interface PrintedInvitation {
  readonly place: Awaited<ReturnType<typeof readConfig>>;
  readonly fingerprint: Fingerprint;
  readonly invitation: Invitation;
  /** Whether the link says that the first browser uses its password up. */
  readonly isInvite: boolean;
  readonly flags: LinkFlags;
}

/** Prints an invitation, once: the password is not stored. */
export function printInvitation({
  place,
  fingerprint,
  invitation,
  isInvite,
  flags,
}: PrintedInvitation): void {
  const { username, password, sct, isTokenUntested = false } = invitation;
  const pairingLink = pairingLinkOf({ place, fingerprint, invitation, isInvite, console: flags.console });
  if (flags.json === true) {
    const query = flags.queryLink === true ? { queryLink: queryLinkOf(pairingLink) } : {};
    console.log(
      JSON.stringify(
        { username, password, fingerprint, pairingLink, ...query, ...warningField(pairingLink) },
        undefined,
        2,
      ),
    );
    return;
  }
  console.log(`user: ${username}`);
  console.log(`password: ${password}`);
  console.log(`pairing link: ${pairingLink}`);
  if (flags.queryLink === true) printQueryLink(pairingLink);
  printQr(pairingLink, flags);
  printLinkWarning(pairingLink);
  const { token } = registrationCommands({ ...place, fingerprint });
  if (sct === undefined)
    console.log(
      `\nThe link contains no connection token, because the service accepts none from this device. Make one there and pass it with --sct:\n  ${token}`,
    );
  else if (isTokenUntested) console.log(`\n${UNTESTED_TOKEN}:\n  ${token}`);
}
