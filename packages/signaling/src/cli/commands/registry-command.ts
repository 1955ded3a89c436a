/** @module What all commands on the registry have in common: its options, and the audit record of what they change. */
import { EdgeError, parseDuration } from '@longwire/protocol';
import { Option, type Command } from 'commander';
import type { AuditEvent } from '../../ports/audit.ts';
import type { Registry } from '../../ports/registry.ts';
import { openRegistry } from '../../registry/registry.ts';
import { addCommonFlags } from '../common-flags.ts';
import type { OutputFlags } from '../output.ts';

/** The options of every command on the registry. */
export interface RegistryFlags extends OutputFlags {
  readonly database: string;
}

/** What a change is about. */
export type ChangeEvent = Omit<AuditEvent, 'actor' | 'outcome'>;

/** Rows that are asked for at once. */
const PAGE_ROWS = 1_000;

/** Adds a command that acts on the registry; it may run while the service does. */
export function registryCommand(group: Command, name: string, description: string): Command {
  const command = addCommonFlags(group.command(name).description(description));
  return command.addOption(new Option('--json', 'print JSON'));
}

/** The group of commands under one word. */
export function commandGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}

/** Asks the registry. */
export async function readRegistry<T>(
  flags: RegistryFlags,
  read: (registry: Registry) => Promise<T>,
): Promise<T> {
  await using registry = await openRegistry(flags.database);
  return await read(registry);
}

/** Changes the registry, and keeps in the audit record that it was done here, or why not. */
export async function changeRegistry<T>(
  flags: RegistryFlags,
  event: ChangeEvent,
  change: (registry: Registry) => Promise<T>,
): Promise<T> {
  return await readRegistry(flags, async (registry) => {
    const record = async (outcome: AuditEvent['outcome'], detail = event.detail): Promise<void> =>
      await registry.audit.record({ ...event, outcome, detail, actor: 'cli' });
    try {
      const result = await change(registry);
      await record('allowed');
      await registry.audit.flush();
      return result;
    } catch (error) {
      const isDecision = error instanceof EdgeError && error.code !== 'ERR_DATABASE';
      if (isDecision) {
        await record('refused', error.code);
        await registry.audit.flush();
      }
      throw error;
    }
  });
}

/** All rows of what is given out page by page. */
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

/** Reads a duration of an option, which may be 0 as well. @throws EdgeError ERR_CONFIG */
export function durationMs(text: string): number {
  return text === '0' ? 0 : parseDuration(text);
}

/** A product that is listed has to be there. @throws EdgeError ERR_NOT_FOUND */
export async function requireProduct(
  products: Pick<Registry['products'], 'has'>,
  productId: string,
): Promise<void> {
  if (!(await products.has(productId))) {
    throw new EdgeError('ERR_NOT_FOUND', `product ${productId} expected, got none: add it first`);
  }
}
