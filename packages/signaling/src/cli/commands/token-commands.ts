/** @module The commands for connection tokens. */
import { Option, type Command } from 'commander';
import { parseDuration } from '@longwire/protocol';
import type { StoredToken } from '../../ports/tokens.ts';
import { option } from '../flags/option.ts';
import { printResult, printRows, stateCell, timeCell } from '../output.ts';
import {
  allPages,
  changeRegistry,
  commandGroup,
  durationMs,
  readRegistry,
  registryCommand,
  requireProduct,
  type RegistryFlags,
} from './registry-command.ts';

interface ExpiryFlags extends RegistryFlags {
  readonly expires: string;
}

interface AddFlags extends ExpiryFlags {
  readonly short?: true;
}

interface RotateFlags extends ExpiryFlags {
  readonly overlap: string;
}

/** Adds `token …`. */
export function addTokenCommands(program: Command): void {
  const group = commandGroup(program, 'token', 'connection tokens');
  const add = registryCommand(
    group,
    'add',
    'create a token for a device, or for all devices of a product, and print it once',
  );
  addExpiry(add)
    .addOption(
      new Option(
        '--short',
        'compatibility: create a token of 12 characters, for existing pages with short form fields',
      ),
    )
    .argument('<productId>')
    .argument('[deviceId]')
    .action(async (productId: string, deviceId: string | undefined) =>
      addToken(productId, deviceId, add.opts<AddFlags>()),
    );
  const list = registryCommand(
    group,
    'list',
    'list the tokens of a product or device; their values are not stored',
  );
  list
    .argument('<productId>')
    .argument('[deviceId]')
    .action(async (productId: string, deviceId: string | undefined) =>
      listTokens(productId, deviceId, list.opts<RegistryFlags>()),
    );
  const revoke = registryCommand(group, 'revoke', 'revoke a token; its sessions end within a second');
  revoke
    .argument('<tokenId>')
    .action(async (tokenId: string) => revokeToken(tokenId, revoke.opts<RegistryFlags>()));
  const rotate = registryCommand(
    group,
    'rotate',
    'create a token of the same scope, print it once, and let the old one expire',
  );
  addExpiry(rotate)
    .addOption(
      new Option(
        '--overlap <duration>',
        'how long the old token stays valid; 0 revokes it immediately',
      ).default('24h'),
    )
    .argument('<tokenId>')
    .action(async (tokenId: string) => rotateToken(tokenId, rotate.opts<RotateFlags>()));
}

function addExpiry(command: Command): Command {
  return command.addOption(
    option('--expires <duration>', 'how long the new token is valid: 12h, 30d').default('30d'),
  );
}

async function addToken(productId: string, deviceId: string | undefined, flags: AddFlags): Promise<void> {
  const lifetimeMs = parseDuration(flags.expires);
  const isShort = flags.short === true;
  const token = await changeRegistry(
    flags,
    { action: 'token.add', productId, deviceId, ...(isShort ? { detail: 'short' } : {}) },
    async ({ tokens }) => tokens.add({ productId, deviceId, lifetimeMs, isShort }),
  );
  printResult(flags, token.value, token);
}

async function listTokens(
  productId: string,
  deviceId: string | undefined,
  flags: RegistryFlags,
): Promise<void> {
  const tokens = await readRegistry(flags, async ({ products, tokens }) => {
    await requireProduct(products, productId);
    return await allPages<StoredToken>(async (after, limit) =>
      tokens.list({ productId, deviceId, after, limit }),
    );
  });
  const nowMs = Date.now();
  printRows(flags, tokens, [
    ['TOKEN', ({ id }) => id],
    ['DEVICE', ({ deviceId }) => deviceId ?? 'all'],
    ['MADE BY', ({ origin }) => origin],
    ['ADDED', ({ createdAt }) => timeCell(createdAt)],
    ['EXPIRES', ({ expiresAt }) => timeCell(expiresAt)],
    ['STATE', (token) => stateCell(token, nowMs)],
  ]);
}

async function revokeToken(tokenId: string, flags: RegistryFlags): Promise<void> {
  await changeRegistry(flags, { action: 'token.revoke', tokenId }, async ({ tokens }) =>
    tokens.revoke(tokenId),
  );
  printResult(flags, `token ${tokenId} revoked`, { tokenId });
}

async function rotateToken(tokenId: string, flags: RotateFlags): Promise<void> {
  const lifetimeMs = parseDuration(flags.expires);
  const overlapMs = durationMs(flags.overlap);
  const token = await changeRegistry(flags, { action: 'token.rotate', tokenId }, async ({ tokens }) =>
    tokens.rotate(tokenId, { overlapMs, lifetimeMs }),
  );
  printResult(flags, token.value, token);
}
