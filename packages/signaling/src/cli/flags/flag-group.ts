/** @module Groups of `serve` options. */
import type { Command, Option } from 'commander';
import type { ServiceOptions } from '../../service-options.ts';

/** Options under one heading of `serve --help`, and how they map to service options. */
export interface FlagGroup<Flags extends object> {
  readonly heading: string;
  /** Creates new options for each command. */
  readonly options: () => readonly Option[];
  readonly toService: (flags: Flags) => Partial<ServiceOptions>;
}

/** Adds the options of a group under its heading. */
export function addFlagGroup(command: Command, group: FlagGroup<never>): void {
  for (const option of group.options()) command.addOption(option.helpGroup(group.heading));
}
