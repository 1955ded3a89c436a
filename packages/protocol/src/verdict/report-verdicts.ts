/** @module The output of a diagnostic command. */
import { formatVerdict, type Verdict } from './verdict.ts';

/** The parts of a process that a report needs. */
export interface ReportingProcess {
  readonly stdout: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
}

/** Options of {@link reportVerdicts}. */
export interface ReportOptions {
  /** Prints JSON once everything was checked, instead of lines as they come. */
  readonly json: boolean | undefined;
  /** Makes a text safe to print on a terminal: a result may quote a service or a camera. */
  readonly printable: (text: string) => string;
}

/** Prints the results; if something does not work, the exit code is 1. */
export async function reportVerdicts(
  self: ReportingProcess,
  checks: AsyncIterable<Verdict>,
  { json = false, printable }: ReportOptions,
): Promise<void> {
  const verdicts: Verdict[] = [];
  for await (const verdict of checks) {
    verdicts.push(verdict);
    if (!json) self.stdout.write(`${formatVerdict(shown(verdict, printable))}\n`);
  }
  if (json) self.stdout.write(`${JSON.stringify(verdicts, undefined, 2)}\n`);
  if (verdicts.some(({ kind }) => kind === 'bad')) self.exitCode = 1;
}

function shown({ text, todo, ...verdict }: Verdict, printable: ReportOptions['printable']): Verdict {
  return { ...verdict, text: printable(text), ...(todo === undefined ? {} : { todo: printable(todo) }) };
}
