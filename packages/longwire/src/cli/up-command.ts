/** @module `longwire up`: the household in this process. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { LOG_LEVELS } from '@longwire/device/cli';
import { directoryOption } from './directory-option.ts';
import type { UpFlags } from './up.ts';

const MAX_PORT = 65_535;

function parsePort(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : 0;
  if (port < 1 || port > MAX_PORT) throw new InvalidArgumentError(`must be a number from 1 to ${MAX_PORT}.`);
  return port;
}

/** Adds the command. */
export function addUp(program: Command): void {
  const command = program
    .command('up')
    .description('run your cameras; the first time it asks what is needed, sets them up and prints a link')
    .addOption(directoryOption())
    .option(
      '--camera <address>',
      'a camera, rtsp://USER:PASSWORD@ADDRESS/PATH or "Front door=rtsp://…"; once for each',
      (value: string, before: readonly string[]) => [...before, value],
      [] as readonly string[],
    )
    .option('--name <name>', 'what people call this place (default: Home)')
    .option('--host <address>', 'the address to listen on (default: all of this machine)')
    .option('--port <number>', 'the port to listen on (default: 8700; 443 with --domain)', parsePort)
    .option(
      '--domain <name>',
      "the public name under which browsers reach it; gets a certificate from Let's Encrypt, whose terms you accept by using it",
    )
    .option(
      '--acme-server <url>',
      "the ACME server that gives the certificate for --domain, by its directory (default: Let's Encrypt)",
    )
    .option('--tls-cert <file>', 'PEM file with a certificate of that name, instead of one from there')
    .option('--tls-key <file>', 'PEM file with the private key of that certificate')
    .option('--yes', 'ask nothing')
    .addOption(
      new Option('--log-level <level>', 'the lowest level that is logged')
        .choices(LOG_LEVELS)
        .default('warn'),
    );
  command.action(async () => {
    // Loaded here, so that the other commands need no WebRTC.
    const { up } = await import('./up.ts');
    await up(command.opts<UpFlags>());
  });
}
