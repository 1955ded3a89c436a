/** @module The commands on API keys. */
import { parseDuration } from '@longwire/protocol';
import { Option, type Command } from 'commander';
import { ROLES, type Role } from '../../ports/operators.ts';
import { printResult, printRows, stateCell, timeCell } from '../output.ts';
import {
  changeRegistry,
  commandGroup,
  readRegistry,
  registryCommand,
  type RegistryFlags,
} from './registry-command.ts';

interface AddFlags extends RegistryFlags {
  readonly role: Role;
  readonly expires?: string;
}

/** Adds `api-key …`. */
export function addApiKeyCommands(program: Command): void {
  const group = commandGroup(program, 'api-key', 'keys of programs that use the HTTP API');
  const add = registryCommand(group, 'add', 'create an API key and print it once');
  add
    .argument('<name>')
    .addOption(
      new Option('--role <role>', 'what the program may do').choices([...ROLES]).makeOptionMandatory(),
    )
    .addOption(new Option('--expires <duration>', 'how long it is valid: 12h, 30d; default: until revoked'))
    .action(async (name: string) => addKey(name, add.opts<AddFlags>()));
  const list = registryCommand(group, 'list', 'list all keys; their values are not stored');
  list.action(async () => listKeys(list.opts<RegistryFlags>()));
  const revoke = registryCommand(group, 'revoke', 'revoke a key immediately').argument('<keyId>');
  revoke.action(async (keyId: string) => revokeKey(keyId, revoke.opts<RegistryFlags>()));
}

async function addKey(name: string, flags: AddFlags): Promise<void> {
  const { role, expires } = flags;
  const lifetimeMs = expires === undefined ? undefined : parseDuration(expires);
  const key = await changeRegistry(
    flags,
    { action: 'key.add', detail: `${name}: ${role}` },
    async ({ apiKeys }) => apiKeys.add({ name, role, lifetimeMs }),
  );
  printResult(flags, key.value, { ...key, name, role });
}

async function listKeys(flags: RegistryFlags): Promise<void> {
  const keys = await readRegistry(flags, async ({ apiKeys }) => apiKeys.list());
  const nowMs = Date.now();
  printRows(flags, keys, [
    ['KEY', ({ id }) => id],
    ['NAME', ({ name }) => name],
    ['ROLE', ({ role }) => role],
    ['ADDED', ({ createdAt }) => timeCell(createdAt)],
    ['EXPIRES', ({ expiresAt }) => timeCell(expiresAt)],
    ['STATE', (key) => stateCell(key, nowMs)],
  ]);
}

async function revokeKey(keyId: string, flags: RegistryFlags): Promise<void> {
  await changeRegistry(flags, { action: 'key.revoke', detail: keyId }, async ({ apiKeys }) =>
    apiKeys.revoke(keyId),
  );
  printResult(flags, `key ${keyId} revoked`, { keyId });
}
