/** @module A stream that is a terminal with a program on it. Whoever may open it can do what the device's user can. */
import { Writable } from 'node:stream';
import type { DeviceStream } from './device-stream.ts';
import { StreamError } from './stream-error.ts';
import type { StreamHandler } from './stream-handler.ts';
import { requireTerminals, Terminal } from './terminal.ts';
import { TerminalInputParser, type TerminalInput } from './terminal-input.ts';

/** What is started for each stream. */
export interface ShellOptions {
  /** The user's own shell unless given, else `/bin/sh`. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Added to the few variables that a shell needs; nothing else of the device's environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** The home directory unless given. */
  readonly cwd?: string;
}

/** What of the device's environment a shell gets. Reason: what else is in there may be a secret. */
const PASSED_VARIABLES = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ'] as const;

/** What a terminal's own end of input is: Control-D. */
const END_OF_INPUT = Uint8Array.of(4);

/**
 * A handler that starts a program for each stream. What the client sends is typed, but for its window's size
 * (docs/protocol/streams.md); the end of the stream ends the program and all that it has started on its terminal.
 * @throws EdgeError ERR_DEVICE_OPTIONS when the optional package @lydell/node-pty is not installed.
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
          // What is typed after the end is nobody's.
          stream.resume();
        },
      },
    );
    joinTerminal(stream, terminal);
  };
  return Object.assign(handler, { service: 'shell' });
}

function joinTerminal(stream: DeviceStream, terminal: Terminal): void {
  const parser = new TerminalInputParser();
  const keyboard = new Writable({
    write: (bytes: Uint8Array, _encoding, done) => {
      const inputs = parser.parse(bytes);
      if (inputs === undefined) stream.destroy(StreamError.protocol('shell got an unknown input'));
      else void play(inputs, terminal, done);
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

/** One after the other: the next key waits until the program has taken the last. */
async function play(
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
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function passedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
