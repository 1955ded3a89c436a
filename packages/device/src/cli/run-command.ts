/** @module `longwire-device run`. */
import { Option, type Command } from 'commander';
import { LOG_LEVELS, type LogLevel } from '../config/device-config.ts';
import { directoryOption } from './directory-option.ts';

interface RunFlags {
  readonly directory: string;
  readonly clip?: string;
  readonly bindAddress?: string;
  readonly logLevel?: LogLevel;
  readonly logFormat?: 'text' | 'json';
  readonly verbose?: true;
}

/** Adds the command. */
export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('attach to the service and serve browsers until stopped, as device.toml says')
    .addOption(directoryOption())
    .option('--clip <file>', 'an MP4 file to show as frontdoor-video and frontdoor-audio')
    .option('--bind-address <ip>', 'the only address that peer connections use')
    .addOption(new Option('--log-level <level>', 'the lowest level that is logged').choices(LOG_LEVELS))
    .addOption(new Option('--log-format <format>', 'lines for people, or JSON').choices(['text', 'json']))
    .option('--verbose', 'the same as --log-level debug');
  command.action(async () => {
    // Loaded here, so that the other commands need no WebRTC.
    const { runDevice } = await import('./run-device.ts');
    const { verbose, ...options } = command.opts<RunFlags>();
    await runDevice({ ...options, ...(verbose === true ? { logLevel: 'debug' } : {}) });
  });
}
