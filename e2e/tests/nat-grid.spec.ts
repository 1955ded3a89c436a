/**
 * @module The path that browser and device find through each pair of NATs, which each cell of the grid expects. Here are the few cells that
 * stand for the rest; `npm run soak -- nat` tries all of them.
 */
import { FEW, GRID } from '../nat/grid.ts';
import { test } from '../nat/nat-fixtures.ts';

for (const cell of process.env['LONGWIRE_NAT_GRID'] === 'all' ? GRID : FEW)
  test(`${cell.family}, ${cell.title}: the path is ${cell.path}`, async ({ findPath }) => {
    await findPath(cell);
  });
