/** @module `longwire-device users`: lists and changes users without a browser. */
import { checkUsername, EdgeError, textTable } from '@longwire/protocol';
import type { Command, Option } from 'commander';
import { readConfig } from '../config/config-file.ts';
import type { BrowserSummary, UserOperations, UserSummary } from '../control/user-operations.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { directoryOption } from './directory-option.ts';
import { openOperations } from './open-operations.ts';
import { formatMoment, parseUntil, UNTIL_FORMATS } from './parse-until.ts';
import { printableText } from './printable-text.ts';

interface UsersFlags {
  readonly directory: string;
  readonly json?: true;
}

interface BrowsersFlags extends UsersFlags {
  readonly remove?: string;
}

/** Fewest characters of a fingerprint that identify a browser. */
const MIN_PREFIX = 8;

/** Adds the commands. */
export function addUsers(program: Command, directory: () => Option = directoryOption): Command {
  const group = program.command('users').description('the users of a device');
  const sub = (name: string, description: string): Command =>
    group.command(name).description(description).addOption(directory());

  const list = sub('list', 'list them').option('--json', 'print JSON');
  list.action(async () => {
    const flags = list.opts<UsersFlags>();
    const users = await withUsers(flags, (operations) => operations.users());
    console.log(flags.json === true ? JSON.stringify(users, undefined, 2) : listOfUsers(users));
  });
  const remove = sub('remove', 'remove a user; their browsers lose all rights at once').argument('<user>');
  remove.action(async (username: string) => {
    await changeUser(remove.opts<UsersFlags>(), username, (users) => users.removeUser({ username }));
  });
  const role = sub('role', 'give a user another role').argument('<user>').argument('<role>');
  role.action(async (username: string, name: string) => {
    await changeUser(role.opts<UsersFlags>(), username, (users) => users.setRole({ username, role: name }));
  });
  const until = sub('until', 'set when the access of a user ends, or that it does not')
    .argument('<user>')
    .argument('<end>', UNTIL_FORMATS);
  until.action(async (username: string, end: string) => {
    const accessEndsAtMs = parseUntil(end, Date.now());
    await changeUser(until.opts<UsersFlags>(), username, (users) =>
      users.setAccessEnd({ username, accessEndsAtMs }),
    );
  });
  const browsers = sub('browsers', 'list the browsers of a user')
    .argument('<user>')
    .option('--remove <fingerprint>', `remove a lost browser; its first ${MIN_PREFIX} characters are enough`)
    .option('--json', 'print JSON');
  browsers.action(async (username: string) => {
    const flags = browsers.opts<BrowsersFlags>();
    const left = await withUsers(flags, (users) => settleBrowsers(users, username, flags.remove));
    console.log(flags.json === true ? JSON.stringify(left, undefined, 2) : listOfBrowsers(left));
  });
  return group;
}

async function withUsers<T>(
  { directory }: UsersFlags,
  use: (users: UserOperations) => Promise<T>,
): Promise<T> {
  const config = await readConfig(deviceDirectory(directory).config);
  using open = await openOperations(directory, config);
  return await use(open.operations);
}

/** Changes an existing user. @throws EdgeError ERR_USERNAME, ERR_NOT_FOUND */
async function changeUser(
  flags: UsersFlags,
  username: string,
  change: (users: UserOperations) => Promise<void>,
): Promise<void> {
  await withUsers(flags, async (users) => {
    await findUser(users, username);
    await change(users);
  });
}

/** @throws EdgeError ERR_USERNAME, ERR_NOT_FOUND */
async function findUser(users: UserOperations, name: string): Promise<UserSummary> {
  const username = checkUsername(name);
  const user = (await users.users()).find((candidate) => candidate.username === username);
  if (user === undefined)
    throw new EdgeError('ERR_NOT_FOUND', `user '${username}' does not exist: see 'users list'`);
  return user;
}

/** Removes a browser if the option asks for it, and returns those that are left. */
async function settleBrowsers(
  users: UserOperations,
  username: string,
  prefix: string | undefined,
): Promise<readonly BrowserSummary[]> {
  const { browsers } = await findUser(users, username);
  if (prefix === undefined) return browsers;
  const [found, second] = browsers.filter(({ fingerprint }) => fingerprint.startsWith(prefix.toLowerCase()));
  if (prefix.length < MIN_PREFIX || found === undefined || second !== undefined)
    throw new EdgeError(
      'ERR_NOT_FOUND',
      `cannot find that browser: give at least ${MIN_PREFIX} characters of its fingerprint that no other browser shares`,
    );
  await users.removeBrowser({ username, fingerprint: found.fingerprint });
  return (await findUser(users, username)).browsers;
}

function listOfUsers(users: readonly UserSummary[]): string {
  if (users.length === 0) return 'no users';
  const rows = users.map((user) => [
    user.username,
    user.role ?? '-',
    user.hasPassword ? 'password' : '-',
    String(user.browsers.length),
    untilOf(user),
    user.displayName ?? '',
  ]);
  return textTable([['USER', 'ROLE', 'LOGIN', 'BROWSERS', 'UNTIL', 'NAME'], ...rows], printableText);
}

function untilOf({ accessEndsAt, hasAccessEnded = false }: UserSummary): string {
  if (accessEndsAt === undefined) return 'always';
  const moment = formatMoment(new Date(accessEndsAt));
  return hasAccessEnded ? `ended ${moment}` : moment;
}

function listOfBrowsers(browsers: readonly BrowserSummary[]): string {
  if (browsers.length === 0) return 'no browsers';
  return textTable(
    browsers.map(({ fingerprint, name }) => [fingerprint, name ?? '']),
    printableText,
  );
}
