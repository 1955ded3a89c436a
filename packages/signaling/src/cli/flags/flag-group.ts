/** @module Groups of `serve` options. */
import type { Command } from 'commander';
import type { ServiceOptions } from '../../service-options.ts';
import type { ServiceOption } from './option.ts';

/** Options under one heading of `serve --help`, and how they map to service options. */
export interface FlagGroup<Flags extends object> {
  readonly heading: string;
  /** Creates new options for each command. */
  readonly options: () => readonly ServiceOption[];
  readonly toService: (flags: Flags) => Partial<ServiceOptions>;
}

/** Adds the options of a group under its heading. */
export function addFlagGroup(command: Command, group: FlagGroup<never>): void {
  for (const option of group.options()) command.addOption(option.helpGroup(group.heading));
}
