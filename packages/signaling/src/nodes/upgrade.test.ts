/** @module Nodes of another version, by default the last commit, that are upgraded one by one while peers talk. `LONGWIRE_OLDER` names a commit. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LinkedCopy } from '../../../../e2e/harness/linked-copy.ts';
import { rollOver, World } from './nodes-world.fixture.ts';

test('two nodes of an older version are upgraded one by one while all peers exchange messages, and none is lost', async () => {
  using older = new LinkedCopy(process.env['LONGWIRE_OLDER'] ?? 'HEAD');
  const main = join(older.folder, 'packages/signaling/src/cli/main.ts');
  await using world = await World.start({ nodes: 2, main });
  expect(await rollOver(world)).toEqual([]);
}, 120_000);
