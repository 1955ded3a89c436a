/** @module The fixture of the grid: finds the path of a cell in the world of its family, and prints a table in the end. */
import { test as base } from '@playwright/test';
import type { ExtendedTest } from '../harness/extended-test.ts';
import { oracles } from '../harness/oracles.ts';
import type { Cell } from './cell.ts';
import { NatWorld, type Found } from './nat-world.ts';

/** Finds the path of a cell and asserts it. */
type FindPath = (cell: Cell) => Promise<void>;

type NatTest = ExtendedTest<typeof base, object, { readonly findPath: FindPath }>;

/** One row: pair, expected path, path, time. */
function formatRow({ title, family, path }: Cell, found: Found | undefined): string {
  const way = found === undefined ? 'failed' : [found.path, found.relayProtocol].join(' ').trim();
  const ms = found === undefined ? '' : `${Math.round(found.ms)} ms`;
  return `${family} ${title.padEnd(80)} ${path.padEnd(6)} ${way.padEnd(10)} ${ms.padStart(9)}`;
}

/** Playwright's test with the fixture above. */
export const test: NatTest = base.extend<{ readonly oracles: void }, { readonly findPath: FindPath }>({
  oracles: [...oracles],
  findPath: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const rows: string[] = [];
      let world: NatWorld | undefined;
      await use(async (cell) => {
        if (world?.family !== cell.family) {
          await world?.stop();
          world = await NatWorld.start(cell.family);
        }
        let found: Found | undefined;
        try {
          found = await world.find(cell);
        } finally {
          rows.push(formatRow(cell, found));
        }
      });
      await world?.stop();
      console.log(['', ...rows].join('\n'));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
