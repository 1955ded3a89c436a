/** @module A reporter of Vitest that ends a run with one line for each test that failed or needed a second try, with its first error. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { ROOT } from './step.ts';

/** The message of a test's first error, on one line. */
function firstError(test: TestCase): string {
  const message = test.result().errors?.[0]?.message ?? 'no error';
  return message.replaceAll(/\s+/gu, ' ').slice(0, 300);
}

export class UnitSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const isFailed = test.result().state === 'failed';
        if (!isFailed && (test.diagnostic()?.retryCount ?? 0) === 0) continue;
        const title = `${relative(ROOT, module.moduleId)} › ${test.fullName}`;
        console.log(`${isFailed ? 'FAIL ' : 'flaky'} ${title}\n      ${firstError(test)}`);
      }
    }
  }
}
