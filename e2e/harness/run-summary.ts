/** @module A reporter that ends a run with one line for each test that failed or needed a second try, and for each of the slowest files. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

const SLOWEST = 12;

/** The message of a test's first error, on one line, without colors. */
function firstError({ results }: TestCase): string {
  const message = results
    .flatMap(({ errors }) => errors)
    .find((error) => error.message !== undefined)?.message;
  return stripVTControlCharacters(message ?? 'no error')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, 300);
}

/** Seconds spent in tests, by file, the slowest first. */
function secondsByFile(tests: readonly TestCase[], root: string): readonly (readonly [string, number])[] {
  const seconds = new Map<string, number>();
  for (const { location, results } of tests) {
    const file = relative(root, location.file);
    const spent = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + spent);
  }
  return [...seconds].toSorted(([, a], [, b]) => b - a);
}

export default class RunSummary implements Reporter {
  #tests: readonly TestCase[] = [];
  #root = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.rootDir;
    this.#tests = suite.allTests();
  }

  onEnd(): void {
    for (const [file, seconds] of secondsByFile(this.#tests, this.#root).slice(0, SLOWEST)) {
      console.log(`  ${seconds.toFixed(0).padStart(5)} s ${file}`);
    }
    for (const test of this.#tests) {
      const outcome = test.outcome();
      if (outcome !== 'unexpected' && outcome !== 'flaky') continue;
      const title = test.titlePath().slice(2).join(' › ');
      console.log(`${outcome === 'flaky' ? 'flaky' : 'FAIL '} ${title}\n      ${firstError(test)}`);
    }
  }
}
