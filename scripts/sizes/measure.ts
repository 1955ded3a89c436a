/** @module How many bytes an application has to load, minified and gzipped: size-limit with esbuild, and which of the files that it makes count. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import esbuildPlugins from '@size-limit/esbuild';
import sizeLimit from 'size-limit';

/** Something that is loaded, and how large it may be. */
export interface Budget {
  readonly name: string;
  /** The module that an application imports. */
  readonly module: string;
  /** What it imports of it: `{ createConnection }`, or `*` for all. */
  readonly names: string;
  /** What the application has anyway, and is not counted. */
  readonly without?: readonly string[];
  /** `start`: what is loaded before the first line runs. `all`: what is loaded on first use as well. `script`: one classic script. */
  readonly counts: 'start' | 'all' | 'script';
  readonly maxBytes: number;
}

/** A budget, and what was found. */
export interface Measured extends Budget {
  readonly bytes: number;
}

/** What esbuild says of one file that it made. */
interface Output {
  readonly path: string;
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

/** What size-limit measures one thing by, and what its plugins add. */
interface Check {
  readonly files: readonly string[];
  readonly import?: Readonly<Record<string, string>>;
  readonly ignore: string[];
  readonly gzip: true;
  readonly counts: Budget['counts'];
  readonly modifyEsbuildConfig: (config: object) => object;
  readonly esbuildMetafile?: { readonly outputs: Readonly<Record<string, Output>> };
  size?: number;
}

/** Sources are measured as they are: what is not built yet cannot be stale. */
const CONDITIONS: readonly string[] = ['longwire-source', 'module', 'browser', 'production'];

const TARGET = 'es2022';

/** Measures everything, in the order given. */
export async function measure(budgets: readonly Budget[]): Promise<Measured[]> {
  const checks = budgets.map(checkOf);
  await sizeLimit([...esbuildPlugins, countLoaded], { checks });
  return budgets.map((budget, index) => ({ ...budget, bytes: checks[index]?.size ?? Number.NaN }));
}

/** Whether it may be so large; what could not be measured may not. */
export function isWithin({ bytes, maxBytes }: Measured): boolean {
  return bytes <= maxBytes;
}

function checkOf({ module, names, counts, without = [] }: Budget): Check {
  const isScript = counts === 'script';
  return {
    files: [module],
    ...(isScript ? {} : { import: { [module]: names } }),
    ignore: [...without],
    gzip: true,
    counts,
    modifyEsbuildConfig: (config) => ({
      ...config,
      conditions: CONDITIONS,
      target: TARGET,
      ...(isScript ? { format: 'iife' } : { format: 'esm', splitting: true }),
      logLevel: 'error',
    }),
  };
}

/** A plugin of size-limit. Its own for files counts all that esbuild made; this one knows what is loaded when. */
function countLoaded(): void {}

countLoaded.step60 = async (_config: object, check: Check): Promise<void> => {
  const sizes = await Promise.all(loadedOf(check).map(gzippedBytes));
  check.size = sizes.reduce((sum, bytes) => sum + bytes, 0);
};

function loadedOf({ counts, esbuildMetafile }: Check): Output[] {
  const outputs = Object.values(esbuildMetafile?.outputs ?? {});
  return counts === 'start' ? atStart(outputs) : outputs;
}

/** The module that size-limit made of the names, and what it imports statically. A part that none of the names loads is made too, and not loaded. */
function atStart(outputs: readonly Output[]): Output[] {
  const named = outputs.map((output) => [basename(output.path), output] as const);
  const loaded = new Set(outputs.filter(({ entryPoint }) => entryPoint?.includes('/size-limit-')));
  // a set that grows while it is walked is walked to its new end
  for (const output of loaded) {
    const needed = staticImportsOf(output);
    for (const [name, other] of named) if (needed.has(name)) loaded.add(other);
  }
  return [...loaded];
}

function staticImportsOf({ imports }: Output): Set<string> {
  return new Set(imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)));
}

async function gzippedBytes({ path }: Output): Promise<number> {
  return (await promisify(gzip)(await readFile(path))).length;
}
