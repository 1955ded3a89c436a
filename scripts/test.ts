/** @module `npm test`: check, unit tests, then the end-to-end tests in a real Chromium. */
import { ensureChromium } from './chromium.ts';
import { step } from './step.ts';

async function main(): Promise<boolean> {
  const CHROMIUM = await ensureChromium();
  return (
    (await step('check', 'npm', ['run', '--silent', 'check'])) &&
    (await step('unit tests', 'vitest', ['run'])) &&
    (await step('build', 'npm', ['run', '--silent', 'build'])) &&
    (await step('end-to-end tests', 'npm', ['run', '--silent', 'test:e2e'], { env: { CHROMIUM } }))
  );
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
