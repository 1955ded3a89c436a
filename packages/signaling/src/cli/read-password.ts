/** @module Reads a password from the terminal without echo, or from stdin; never from an argument. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { EdgeError } from '@longwire/protocol';

/** Longest accepted password, in characters. */
const MAX_LENGTH = 1_024;

/** Prompts twice on a terminal, else reads the only line of stdin. @throws EdgeError ERR_USAGE */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return await readLine();
  const password = await ask('Password: ');
  if (password === (await ask('The same again: '))) return password;
  throw new EdgeError('ERR_USAGE', 'passwords do not match');
}

async function readLine(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) {
    text += String(part);
    if (text.length > MAX_LENGTH) break;
  }
  const password = text.replace(/\r?\n$/u, '');
  if (password !== '' && password.length <= MAX_LENGTH && !/[\r\n]/u.test(password)) return password;
  throw new EdgeError('ERR_USAGE', 'stdin must contain the password as its only line');
}

/** Hides the input: readline turns the terminal's echo off, and its own output is discarded. */
async function ask(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = (): void => reject(new EdgeError('ERR_USAGE', 'no password entered'));
      lines.once('line', resolve).once('SIGINT', stop).once('close', stop);
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
