/** @module Export, import and backup. */
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { EdgeError } from '@longwire/protocol';
import type { Command } from 'commander';
import type { ImportResult } from '../../ports/registry.ts';
import { backUpSqlite } from '../../registry/back-up.ts';
import { printResult } from '../output.ts';
import { importRecorded, readRecorded, registryCommand, type RegistryFlags } from './registry-command.ts';

/** Only the owner may read the file: it holds hashes of secrets and lists who has which device. */
const PRIVATE_MODE = 0o600;

const STDIO = '-';

/** Adds `export`, `import` and `backup`. */
export function addTransferCommands(program: Command): void {
  const exporting = registryCommand(
    program,
    'export',
    'write products, devices, tokens, operators and keys (hashes of secrets) as JSON lines; not the audit record',
  );
  exporting
    .argument('[file]', 'a new file; - is stdout', STDIO)
    .action(async (file: string) => exportTo(file, exporting.opts<RegistryFlags>()));
  const importing = registryCommand(program, 'import', 'add the export of another registry, all or nothing');
  importing
    .argument('[file]', 'the file; - is stdin', STDIO)
    .action(async (file: string) => importFrom(file, importing.opts<RegistryFlags>()));
  const backup = registryCommand(
    program,
    'backup',
    'copy the SQLite database, including the audit record, while the service runs',
  );
  backup
    .argument('<file>', 'a new file')
    .action(async (file: string) => backUp(file, backup.opts<RegistryFlags>()));
}

async function exportTo(file: string, flags: RegistryFlags): Promise<void> {
  await readRecorded(flags, { action: 'registry.export' }, async (registry) => {
    const lines = Readable.from(registry.exportAll());
    if (file === STDIO) await pipeline(lines, process.stdout, { end: false });
    else await writeNew(file, lines);
  });
  if (file !== STDIO) printResult(flags, `exported to ${file}`, { file });
}

/** Writes a new file; removes it on failure, because an export without its end looks like a backup. */
async function writeNew(file: string, lines: Readable): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx', mode: PRIVATE_MODE });
  try {
    await once(output, 'open');
  } catch (error) {
    throw fileError(file, 'create', error);
  }
  try {
    await pipeline(lines, output);
  } catch (error) {
    await rm(file, { force: true });
    throw fileError(file, 'write', error);
  }
}

async function importFrom(file: string, flags: RegistryFlags): Promise<void> {
  const result = await importRecorded(flags, { action: 'registry.import' }, async (importAll) =>
    importLines(file, importAll),
  );
  printResult(flags, `${result.added} added, ${result.unchanged} already present`, result);
}

async function importLines(
  file: string,
  importAll: (lines: AsyncIterable<string>) => Promise<ImportResult>,
): Promise<ImportResult> {
  if (file === STDIO) return await importAll(createInterface({ input: process.stdin }));
  const input = createReadStream(file);
  try {
    await once(input, 'open');
    return await importAll(createInterface({ input }));
  } catch (error) {
    throw input.errored === error ? fileError(file, 'read', error) : error;
  } finally {
    input.destroy();
    // it ends early when a line is refused; the import reports that
    await finished(input).catch(() => undefined);
  }
}

async function backUp(file: string, flags: RegistryFlags): Promise<void> {
  backUpSqlite(flags.database, file);
  await readRecorded(flags, { action: 'registry.backup' }, async () => undefined);
  printResult(flags, `backed up to ${file}`, { file });
}

/** Turns a system error about a file into a readable one; other errors pass unchanged. */
function fileError(file: string, verb: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause) || cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_USAGE', `cannot ${verb} ${file} (${String(cause.code)})`, {
    cause,
  });
}
