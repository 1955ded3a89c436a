/** @module Nodes of another version, by default the last commit, that are upgraded one by one while peers talk. `LONGWIRE_OLDER` names a commit. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LinkedCopy } from '../../../../e2e/harness/linked-copy.ts';
import {
  expectComplete,
  expectStrict,
  expectTalk,
  startTalk,
  unexplainedEnds,
  World,
} from './nodes-world.fixture.ts';

test('two nodes of an older version are upgraded one by one while all peers exchange messages, and none is lost', async () => {
  using older = new LinkedCopy(process.env['LONGWIRE_OLDER'] ?? 'HEAD');
  const main = join(older.folder, 'packages/signaling/src/cli/main.ts');
  await using world = await World.start({ nodes: 2, main });
  await using stack = new AsyncDisposableStack();
  const talks = [await startTalk(world, stack, 0), await startTalk(world, stack, 1)];
  for (const at of world.nodes.keys()) {
    expect(await world.node(at).stop()).toBe(0);
    await world.startNode(at);
    // A device on each node, with clients on both: after the first round the nodes are of two versions.
    talks.push(await startTalk(world, stack, 0), await startTalk(world, stack, 1));
    for (const { device, clients } of talks) await expectTalk(device, clients);
  }
  for (const { device, clients } of talks) {
    await expectComplete(device, clients);
    expectStrict(device, clients);
    expect(unexplainedEnds(device, clients)).toEqual([]);
  }
}, 120_000);
