/** @module Number of TCP sockets at a local port, as the kernel counts them. */
import { readFile } from 'node:fs/promises';

const LISTENING = '0A';

/** Connections at a local port that a process still holds; those only the kernel remembers are excluded. */
export async function socketsAt(url: string): Promise<number> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const table = await readFile('/proc/self/net/tcp', 'utf8');
  const rows = table.trim().split('\n').slice(1);
  return rows.filter((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/u);
    return local.endsWith(`:${port}`) && state !== LISTENING && inode !== '0';
  }).length;
}
