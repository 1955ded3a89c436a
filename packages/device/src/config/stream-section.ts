/** @module `[[stream]]`: services that clients reach as byte streams. */
import { assertNever } from '@longwire/protocol';
import { parseConfigName, readAction } from './config-name.ts';
import { parseHostPort, type HostPort } from './host-port.ts';
import type { TableReader } from './table-reader.ts';

/** The target of a stream. */
export type ServiceConfig =
  | ({ readonly kind: 'tcp' } & HostPort)
  | { readonly kind: 'shell'; readonly command: readonly string[] }
  | { readonly kind: 'files'; readonly root: string };

/** One stream service. */
export interface StreamConfig {
  /** The port that clients ask for: the label is `stream-<port>`. */
  readonly port: number;
  readonly name: string;
  readonly service: ServiceConfig;
  /** The right that it needs; `Stream:<Name>` unless given. */
  readonly action?: string;
}

/** Most stream services. Reason: more than a user can distinguish by number. */
export const MAX_STREAM_SERVICES = 64;

/** The range of ports in a label. */
const STREAM_PORTS = { min: 1, max: 0xff_ff_ff_ff };

/** The default command. */
const DEFAULT_SHELL = ['/bin/sh', '-l'];

/** Reads one `[[stream]]`. @throws EdgeError ERR_CONFIG */
export function parseStream(table: TableReader): StreamConfig {
  const port = table.wholeNumber('port', STREAM_PORTS) ?? table.missing('port', 'a number, such as 22');
  const name = table.parsed('name', parseConfigName) ?? table.missing('name', 'a name, such as ssh');
  const service = parseService(table);
  const action = readAction(table, 'Stream:Ssh');
  table.end();
  return { port, name, service, ...action };
}

function parseService(table: TableReader): ServiceConfig {
  const kind =
    table.choice('service', ['tcp', 'shell', 'files']) ?? table.missing('service', 'tcp, shell or files');
  const target = table.parsed('target', parseHostPort);
  const command = table.texts('command');
  const root = table.text('root');
  const own = { tcp: 'target', shell: 'command', files: 'root' }[kind];
  const misplaced = ['target', 'command', 'root'].find((key) => table.has(key) && key !== own);
  if (misplaced !== undefined) throw table.error(misplaced, `is not a setting of the service "${kind}"`);
  switch (kind) {
    case 'tcp':
      return { kind, ...(target ?? table.missing('target', 'host:port, such as 127.0.0.1:22')) };
    case 'shell':
      if (command?.length === 0) throw table.error('command', 'must be a program and its arguments');
      return { kind, command: command ?? DEFAULT_SHELL };
    case 'files':
      return { kind, root: root ?? table.missing('root', 'a directory') };
    default:
      return assertNever(kind);
  }
}
