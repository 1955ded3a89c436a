/** @module The commands on the audit record. */
import { Option, type Command } from 'commander';
import type { AuditQuery } from '../../ports/audit-log.ts';
import { wholeNumber } from '../flags/option.ts';
import { printRows, timeCell } from '../output.ts';
import { commandGroup, readRegistry, registryCommand, type RegistryFlags } from './registry-command.ts';

interface ListFlags extends RegistryFlags {
  readonly limit: number;
  readonly before?: number;
  readonly action?: string;
  readonly outcome?: 'allowed' | 'refused';
  readonly product?: string;
  readonly device?: string;
  readonly actor?: string;
}

/** Adds `audit …`. */
export function addAuditCommands(program: Command): void {
  const group = commandGroup(program, 'audit', 'the record of every access decision');
  const list = registryCommand(group, 'list', 'list the newest decisions, newest first');
  list
    .addOption(new Option('--limit <n>', 'number of rows').argParser(wholeNumber(1, 1_000)).default(50))
    .addOption(
      new Option('--before <number>', 'only rows before this number').argParser(
        wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(new Option('--action <action>', 'only this action, such as client.login'))
    .addOption(new Option('--outcome <outcome>', 'only these').choices(['allowed', 'refused']))
    .addOption(new Option('--product <productId>', 'only this product'))
    .addOption(new Option('--device <deviceId>', 'only this device'))
    .addOption(new Option('--actor <actor>', 'only this actor: client, device, cli, or a name'))
    .action(async () => listAudit(list.opts<ListFlags>()));
}

async function listAudit(flags: ListFlags): Promise<void> {
  const { limit, before, action, outcome, product, device, actor } = flags;
  const query: AuditQuery = { limit, before, action, outcome, productId: product, deviceId: device, actor };
  const entries = await readRegistry(flags, async ({ audit }) => audit.list(query));
  printRows(flags, entries, [
    ['NUMBER', ({ seq }) => String(seq)],
    ['TIME', ({ at }) => timeCell(at)],
    ['ACTION', ({ action }) => action],
    ['OUTCOME', ({ outcome }) => outcome],
    ['ACTOR', ({ actor }) => actor],
    ['PRODUCT', ({ productId }) => productId ?? '-'],
    ['DEVICE', ({ deviceId }) => deviceId ?? '-'],
    ['TOKEN', ({ tokenId }) => tokenId ?? '-'],
    ['ADDRESS', ({ address }) => address ?? '-'],
    ['DETAIL', ({ detail }) => detail ?? '-'],
  ]);
}
