/**
 * @module What has to hold after every test: no log and no database shows a secret, no process outlives the one that started it, each request
 * was answered and run once, and no device has a peer connection left.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A process that a test started. */
export interface WatchedProcess {
  readonly name: string;
  readonly pid: number;
  readonly log: string;
  readonly isRunning: boolean;
  /** In its environment and in that of all that it starts. */
  readonly mark: string;
  /** What a device has reported of itself (e2e/peers/watch-requests.ts), without the prefix. */
  readonly reports: readonly string[];
}

/** Starts a line that is a report. */
export const REPORT = '[oracle] ';

/** The variable that holds the mark. */
export const MARK = 'LONGWIRE_TEST_PROCESS';

const secrets = new Set<string>();
const processes = new Set<WatchedProcess>();

/** No log and no database of a service may contain these from now on. */
export function keepSecret(...values: readonly string[]): void {
  for (const value of values) secrets.add(value);
}

/** Watches a process until it has ended and nothing of it is left. */
export function watch(process: WatchedProcess): void {
  processes.add(process);
}

/** Whether a text shows one of them, or of others. */
export function showsSecret(text: string, others: readonly string[] = []): boolean {
  return [...secrets, ...others].some((secret) => text.includes(secret));
}

/** The names of the processes whose logs show a secret; each is reported once. */
export function showingSecrets(): readonly string[] {
  const showing = [...processes].filter(({ log }) => showsSecret(log));
  for (const process of showing) processes.delete(process);
  return showing.map(({ name }) => name);
}

/** What devices have done with requests and must not, each reported once. */
export function requestFaults(): readonly string[] {
  return [...processes].flatMap((process) => {
    const seen = reported.get(process) ?? 0;
    reported.set(process, process.reports.length);
    const faults = process.reports.slice(seen).filter((text) => text.startsWith('fault '));
    return faults.map((text) => `${process.name}: ${text}`);
  });
}

/** How many reports of a process were read for faults. */
const reported = new WeakMap<WatchedProcess, number>();

/** The running devices that have peer connections, with their number. */
export function openPeers(): readonly string[] {
  return [...processes].flatMap(({ name, isRunning, reports }) => {
    const count = reports.findLast((text) => text.startsWith('peers ')) ?? 'peers 0';
    return isRunning && count !== 'peers 0' ? [`${name}: ${count}`] : [];
  });
}

/** How many files and sockets a process has open; none once it has ended. */
export function openFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** What runs of processes that have ended. */
export function leftBehind(): readonly string[] {
  const ended = [...processes].filter(({ isRunning }) => !isRunning);
  const environments = ended.length === 0 ? [] : readEnvironments();
  return ended.flatMap((process) => {
    const left = environments.filter(({ text }) => text.includes(`${MARK}=${process.mark}\0`));
    if (left.length === 0) processes.delete(process);
    return left.map(({ pid }) => `${process.name}: ${pid}`);
  });
}

function readEnvironments(): readonly { readonly pid: string; readonly text: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((pid) => ({ pid, text: environmentOf(pid) }));
}

function environmentOf(pid: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/environ`, 'utf8')}\0`;
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return '';
  }
}
