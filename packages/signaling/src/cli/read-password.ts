/** @module A password from whoever runs a command: typed without being shown, or read from stdin. Never from an argument. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { EdgeError } from '@longwire/protocol';

/** Longest password that is read, in characters. */
const MAX_LENGTH = 1_024;

/** Asks twice where there is a terminal; else takes the only line of stdin. @throws EdgeError ERR_USAGE */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return await readLine();
  const password = await ask('Password: ');
  if (password === (await ask('The same again: '))) return password;
  throw new EdgeError('ERR_USAGE', 'password expected the same twice, got two');
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
  throw new EdgeError('ERR_USAGE', 'password expected as the only line of stdin');
}

/** Nothing that is typed is shown: the terminal's echo is off while readline has it, and readline writes to nowhere. */
async function ask(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = (): void => reject(new EdgeError('ERR_USAGE', 'password expected, got none'));
      lines.once('line', resolve).once('SIGINT', stop).once('close', stop);
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
