/** @module The command line of a device. */
import { Command } from 'commander';
import { initDevice, type InitResult } from './init-device.ts';

interface InitFlags {
  readonly directory: string;
  readonly product: string;
  readonly device: string;
  readonly service: string;
  readonly console?: string;
  readonly sct?: string;
}

interface RunFlags {
  readonly directory: string;
  readonly clip?: string;
  readonly bindAddress?: string;
  readonly verbose?: true;
}

/** Makes the whole command line. */
export function createProgram(): Command {
  const program = new Command('longwire-device')
    .description('A device that browsers reach through a Longwire signaling service.')
    .showHelpAfterError('(see --help)');
  addInit(program);
  addRun(program);
  return program;
}

function addInit(program: Command): void {
  const command = program
    .command('init')
    .description('make the key and the first administrator of a device, and print its pairing link once')
    .requiredOption('--directory <dir>', 'where the device keeps its key, users and settings')
    .requiredOption('--product <productId>', 'the product the device belongs to')
    .requiredOption('--device <deviceId>', 'the device')
    .requiredOption('--service <url>', 'the signaling service, ws:// or wss://')
    .option('--console <url>', 'the page that opens pairing links (default: the service)')
    .option('--sct <token>', 'a connection token of the service, for the pairing link');
  command.action(async () => {
    const { product, device, ...flags } = command.opts<InitFlags>();
    printInit(await initDevice({ ...flags, productId: product, deviceId: device }));
  });
}

function printInit({ fingerprint, username, password, pairingLink }: InitResult): void {
  console.log(`fingerprint: ${fingerprint}`);
  console.log(`user: ${username}`);
  console.log(`password: ${password}`);
  console.log(`pairing link: ${pairingLink}`);
}

function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('attach to the service and serve browsers until stopped')
    .requiredOption('--directory <dir>', 'the directory that init made')
    .option('--clip <file>', 'an MP4 file to show as frontdoor-video and frontdoor-audio')
    .option('--bind-address <ip>', 'the only address that peer connections use')
    .option('--verbose', 'log details too');
  command.action(async () => {
    // Loaded here, so that init needs no WebRTC.
    const { runDevice } = await import('./run-device.ts');
    const { verbose, ...options } = command.opts<RunFlags>();
    await runDevice({ ...options, isVerbose: verbose === true });
  });
}
