/** @module Test fixture: kills the process before or after its n-th step on the file system. Preloaded with `--import`. */
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The step at which the process dies. */
const crashAt = Number(process.env['CRASH_AT']);
let steps = 0;

function step(): void {
  if (steps === crashAt) process.kill(process.pid, 'SIGKILL');
  steps += 1;
}

/** How a call is performed; as a whole unless a test wants it in parts. */
type Perform = (
  original: (args: readonly unknown[]) => Promise<unknown>,
  args: unknown[],
) => Promise<unknown>;

const asWhole: Perform = (original, args) => original(args);

/** The process may die in the middle of a file. */
const inHalves: Perform = async (original, [content, ...rest]) => {
  const text = String(content);
  await original([text.slice(0, text.length / 2), ...rest]);
  step();
  return original([text.slice(text.length / 2), ...rest]);
};

function patch(target: object, name: string, perform = asWhole): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== 'function') throw new Error(`${name} is not a function`);
  Reflect.set(target, name, async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    step();
    const result = await perform(async (given) => Reflect.apply(original, this, given), args);
    step();
    return result;
  });
}

const file = await open(import.meta.filename, 'r');
const handle: object = Object.getPrototypeOf(file);
await file.close();
patch(handle, 'writeFile', inHalves);
for (const name of ['chmod', 'sync']) patch(handle, name);
for (const name of ['open', 'rename']) patch(fs.promises, name);
syncBuiltinESMExports();
