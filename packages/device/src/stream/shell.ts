/** @module A stream handler that runs a program in a terminal. Its users can do anything that the device's system user can. */
import { Writable } from 'node:stream';
import { toError } from '@longwire/protocol';
import { passedEnvironment } from '../process/passed-environment.ts';
import type { DeviceStream } from './device-stream.ts';
import { StreamError } from './stream-error.ts';
import type { StreamHandler } from './stream-handler.ts';
import { requireTerminals, Terminal } from './terminal.ts';
import { TerminalInputParser, type TerminalInput } from './terminal-input.ts';

/** Options of {@link shell}. */
export interface ShellOptions {
  /** The program; by default `$SHELL`, else `/bin/sh`. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Environment variables in addition to the few that a shell needs; the rest of the device's environment is not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; by default the home directory. */
  readonly cwd?: string;
}

/** A terminal's end-of-input character, Control-D. */
const END_OF_INPUT = Uint8Array.of(4);

/**
 * Creates a handler that starts a program for each stream. The client's bytes are typed into the terminal, except window
 * sizes (docs/protocol/streams.md). The end of the stream kills the program and all processes
 * that it has started, also those that have left its terminal, unless they were started without `LONGWIRE_TERMINAL` in their environment.
 * When the program ends before, the processes that are still on its terminal are killed then.
 * @throws EdgeError ERR_DEVICE_OPTIONS if the optional package @lydell/node-pty is not installed.
 */
export function shell({ command, args = [], env = {}, cwd }: ShellOptions = {}): StreamHandler {
  requireTerminals();
  const handler = async (stream: DeviceStream): Promise<void> => {
    const terminal = await Terminal.start(
      {
        command: command ?? process.env['SHELL'] ?? '/bin/sh',
        args,
        env: { TERM: 'xterm-256color', ...passedEnvironment(), ...env },
        cwd: cwd ?? process.env['HOME'] ?? '/',
      },
      {
        handleOutput: (bytes) => {
          if (!stream.destroyed && !stream.write(bytes)) terminal.pause();
        },
        handleExit: () => {
          stream.end();
          // Input after the end is discarded.
          stream.resume();
        },
      },
    );
    connectTerminal(stream, terminal);
  };
  return Object.assign(handler, { service: 'shell' });
}

function connectTerminal(stream: DeviceStream, terminal: Terminal): void {
  const parser = new TerminalInputParser();
  const keyboard = new Writable({
    write: (bytes: Uint8Array, _encoding, done) => {
      const inputs = parser.parse(bytes);
      if (inputs === undefined)
        stream.destroy(StreamError.protocol('shell received an invalid escape sequence'));
      else void applyInputs(inputs, terminal, done);
    },
    final: (done) => terminal.type(END_OF_INPUT, done),
  });
  keyboard.on('error', (error) => stream.destroy(error));
  stream.on('drain', () => terminal.resume());
  stream.once('close', () => {
    keyboard.destroy();
    terminal.kill();
  });
  if (stream.destroyed) terminal.kill();
  else stream.pipe(keyboard);
}

/** Applies inputs in order; each waits until the terminal has accepted the previous one. */
async function applyInputs(
  inputs: readonly TerminalInput[],
  terminal: Terminal,
  done: (error?: Error) => void,
): Promise<void> {
  try {
    for (const input of inputs) {
      if (input.kind === 'size') terminal.resize(input.columns, input.rows);
      else await new Promise<void>((resolve) => terminal.type(input.bytes, resolve));
    }
    done();
  } catch (error) {
    done(toError(error));
  }
}
