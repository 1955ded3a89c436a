/** @module What all registry commands share: their options, and the audit record of changes. */
import { EdgeError, parseDuration } from '@longwire/protocol';
import { Option, type Command } from 'commander';
import type { AuditEvent } from '../../ports/audit.ts';
import type { ImportResult, Registry, RegistryStores } from '../../ports/registry.ts';
import { openRegistry } from '../../registry/registry.ts';
import { addCommonFlags } from '../common-flags.ts';
import type { OutputFlags } from '../output.ts';

/** The options of every command on the registry. */
export interface RegistryFlags extends OutputFlags {
  readonly database: string;
}

/** The subject of a change. */
export type ChangeEvent = Omit<AuditEvent, 'actor' | 'outcome'>;

/** Rows requested per page. */
const PAGE_ROWS = 1_000;

/** Adds a command that works on the registry; it may run while the service does. */
export function registryCommand(group: Command, name: string, description: string): Command {
  const command = addCommonFlags(group.command(name).description(description));
  return command.addOption(new Option('--json', 'print JSON'));
}

/** Adds a group of commands. */
export function commandGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}

/** Reads from the registry. */
export async function readRegistry<T>(
  flags: RegistryFlags,
  read: (registry: Registry) => Promise<T>,
): Promise<T> {
  await using registry = await openRegistry(flags.database);
  return await read(registry);
}

/** Changes the registry and writes the change to the audit record, both or neither, or why it failed. */
export async function changeRegistry<T>(
  flags: RegistryFlags,
  event: ChangeEvent,
  change: (stores: RegistryStores) => Promise<T>,
): Promise<T> {
  return await recordingRefusals(flags, event, async (registry) =>
    registry.recorded(async (stores) => ({ result: await change(stores), event: allowed(event) })),
  );
}

/** Adds an export to the registry and writes that to the audit record, both or neither, or why it failed. */
export async function importRecorded(
  flags: RegistryFlags,
  event: ChangeEvent,
  importInto: (importAll: (lines: AsyncIterable<string>) => Promise<ImportResult>) => Promise<ImportResult>,
): Promise<ImportResult> {
  return await recordingRefusals(flags, event, async (registry) =>
    importInto(async (lines) => registry.importAll(lines, async () => allowed(event))),
  );
}

/** Reads what only some may read, and writes to the audit record that it was read, or why not. */
export async function readRecorded<T>(
  flags: RegistryFlags,
  event: ChangeEvent,
  read: (registry: Registry) => Promise<T>,
): Promise<T> {
  return await recordingRefusals(flags, event, async (registry) => {
    const result = await read(registry);
    await registry.audit.record(allowed(event));
    await registry.audit.flush();
    return result;
  });
}

const allowed = (event: ChangeEvent): AuditEvent => ({ ...event, outcome: 'allowed', actor: 'cli' });

async function recordingRefusals<T>(
  flags: RegistryFlags,
  event: ChangeEvent,
  act: (registry: Registry) => Promise<T>,
): Promise<T> {
  return await readRegistry(flags, async (registry) => {
    try {
      return await act(registry);
    } catch (error) {
      if (error instanceof EdgeError && error.code !== 'ERR_DATABASE') {
        await registry.audit.record({ ...event, outcome: 'refused', detail: error.code, actor: 'cli' });
        await registry.audit.flush();
      }
      throw error;
    }
  });
}

/** All rows of a paged query. */
export async function allPages<Row>(
  ask: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await ask(rows.at(-1), PAGE_ROWS);
    rows.push(...page);
    if (page.length < PAGE_ROWS) return rows;
  }
}

/** Parses the duration of an option; 0 is allowed. @throws EdgeError ERR_CONFIG */
export function durationMs(text: string): number {
  return text === '0' ? 0 : parseDuration(text);
}

/** Requires that a product exists. @throws EdgeError ERR_NOT_FOUND */
export async function requireProduct(
  products: Pick<Registry['products'], 'has'>,
  productId: string,
): Promise<void> {
  if (!(await products.has(productId))) {
    throw new EdgeError('ERR_NOT_FOUND', `product ${productId} does not exist: add it first`);
  }
}
