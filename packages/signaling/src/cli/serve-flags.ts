/** @module The options of `serve`: each group has a file in flags/. */
import type { Command } from 'commander';
import type { ServiceOptions } from '../service-options.ts';
import type { DatabaseFlags } from './flags/database-flags.ts';
import { addFlagGroup, type FlagGroup } from './flags/flag-group.ts';
import { limitFlags, type LimitFlags } from './flags/limit-flags.ts';
import { logFlags, type LogFlags } from './flags/log-flags.ts';
import { networkFlags, type NetworkFlags } from './flags/network-flags.ts';
import { nodesFlags, type NodesFlags } from './flags/nodes-flags.ts';
import { operatorsFlags, type OperatorsFlags } from './flags/operators-flags.ts';
import { relayFlags, type RelayFlags } from './flags/relay-flags.ts';
import { retentionFlags, type RetentionFlags } from './flags/retention-flags.ts';
import { tlsFlags, type TlsFlags } from './flags/tls-flags.ts';

/** Values parsed by commander. */
export type ServeFlags = DatabaseFlags &
  NetworkFlags &
  TlsFlags &
  NodesFlags &
  RelayFlags &
  OperatorsFlags &
  LimitFlags &
  LogFlags &
  RetentionFlags;

/** Option groups in addition to the database options, which every command has. */
const SERVE_GROUPS: readonly FlagGroup<ServeFlags>[] = [
  networkFlags,
  tlsFlags,
  nodesFlags,
  relayFlags,
  operatorsFlags,
  limitFlags,
  logFlags,
  retentionFlags,
];

/** Adds the options of `serve` to a command. */
export function addServeFlags(command: Command): Command {
  for (const group of SERVE_GROUPS) addFlagGroup(command, group);
  return command;
}

/** Converts the parsed options to service options. */
export function serviceOptions(flags: ServeFlags): ServiceOptions {
  const parts = SERVE_GROUPS.map((group) => group.toService(flags));
  return Object.assign({ database: flags.database }, ...parts);
}
