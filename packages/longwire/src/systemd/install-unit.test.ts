/** @module The systemd unit. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { UNIT_DIRECTORY, unitProblem, unitText } from './install-unit.ts';

const template = await readFile(new URL('../../deploy/longwire.service', import.meta.url), 'utf8');

test('the unit runs the program that installed it', () => {
  const program = {
    node: '/usr/local/bin/node',
    script: '/usr/local/lib/node_modules/longwire/dist/cli/main.js',
  };
  expect(unitText(template, program)).toContain(
    `\nExecStart=${program.node} ${program.script} up --directory ${UNIT_DIRECTORY} --log-level info\n`,
  );
});

test.each(['/root/.nvm/versions/node/v24/bin/node', '/home/anna/bin/node'])(
  'a program that the user of the unit cannot read is refused: %s',
  (node) => {
    expect(() => unitText(template, { node, script: '/usr/lib/x.js' })).toThrow('private folder');
  },
);

test('root can install the unit where systemd runs', () => {
  expect(unitProblem({ uid: 0, hasSystemd: true, directory: UNIT_DIRECTORY })).toBeUndefined();
});

test.each([
  ['systemd does not run here', { uid: 0, hasSystemd: false, directory: UNIT_DIRECTORY }],
  ['sudo longwire install', { uid: 1000, hasSystemd: true, directory: UNIT_DIRECTORY }],
  ['the unit reads /var/lib/longwire', { uid: 0, hasSystemd: true, directory: '/srv/cameras' }],
])('else the reason is %s', (words, place) => {
  expect(unitProblem(place)).toContain(words);
});
