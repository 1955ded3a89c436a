/** @module Runs tests of the catalogue once, with a seed, and answers how each of their runs ended. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { ROOT, type StepOptions } from '../../scripts/step.ts';
import type { FaultTest } from './fault.ts';
import { runPattern } from './title.ts';

/** One run of one test. */
export interface TestRun {
  readonly file: string;
  /** The titles of its groups and its own, with spaces between. */
  readonly name: string;
  readonly hasPassed: boolean;
  readonly seconds: number;
}

type RunCommand = (command: string, args: readonly string[], options: StepOptions) => Promise<boolean>;

/** The report of Vitest, as far as it is read here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
    }[];
  }[];
}

/** Whether a test needs a browser. */
export const isEndToEnd = (file: string): boolean => file.endsWith('.spec.ts');

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** What selects the tests of any of the files; more may match in another file. */
const pattern = (tests: readonly FaultTest[]): string =>
  unique(tests.map(({ title }) => runPattern(title))).join('|');

function fromVitest(path: string): TestRun[] {
  const { testResults }: VitestReport = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName: name, status, duration = 0 }) => ({
        file: relative(ROOT, file),
        name,
        hasPassed: status === 'passed',
        seconds: duration / 1000,
      })),
  );
}

function fromSuite(suite: JSONReportSuite, titles: readonly string[]): TestRun[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.flatMap(({ results }) => {
      const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      const name = [...titles, spec.title].join(' ');
      return [{ file: join('e2e/tests', spec.file), name, hasPassed: spec.ok, seconds }];
    }),
  );
  const inner = suite.suites ?? [];
  return [...own, ...inner.flatMap((group) => fromSuite(group, [...titles, group.title]))];
}

function fromPlaywright(path: string): TestRun[] {
  const { suites }: JSONReport = JSON.parse(readFileSync(path, 'utf8'));
  return suites.flatMap((suite) => fromSuite(suite, []));
}

/** Runs the tests with this seed for what they choose at random. @throws Error when a runner writes no report */
export async function runTests(
  tests: readonly FaultTest[],
  seed: number,
  run: RunCommand,
): Promise<readonly TestRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'longwire-faults-'));
  const env = { LONGWIRE_SEED: String(seed) };
  const ran: TestRun[] = [];
  try {
    const unit = tests.filter(({ file }) => !isEndToEnd(file));
    if (unit.length > 0) {
      const report = join(folder, 'unit.json');
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${report}`];
      const files = unique(unit.map(({ file }) => file));
      await run('vitest', ['run', ...files, '-t', pattern(unit), '--retry=0', ...reporters], { env });
      ran.push(...fromVitest(report));
    }
    const inBrowser = tests.filter(({ file }) => isEndToEnd(file));
    if (inBrowser.length > 0) {
      const report = join(folder, 'e2e.json');
      const files = unique(inBrowser.map(({ file }) => file.replace('e2e/tests/', '')));
      const options = ['--retries=0', '--reporter=line,json', '--grep', pattern(inBrowser)];
      await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...files, ...options], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      });
      ran.push(...fromPlaywright(report));
    }
    return ran;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
