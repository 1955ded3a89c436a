/** @module The systemd unit fits the command: its directory, its command line, and the hardening that must not be lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOption } from './directory-option.ts';
import { createProgram } from './program.ts';

const unit = readFileSync(join(import.meta.dirname, '../../deploy/longwire-device.service'), 'utf8');
const settings = new Map(
  unit.split('\n').flatMap((line) => {
    const [, key, value] = /^([A-Za-z]+)=(.*)$/u.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  }),
);

test('the systemd unit runs the command in its default directory', () => {
  const [, name, ...args] = (settings.get('ExecStart') ?? '').split(' ');
  const directory = directoryOption().defaultValue;
  expect(name).toBe(createProgram().name());
  expect(args.slice(0, 3)).toEqual(['run', '--directory', directory]);
  expect(`/var/lib/${settings.get('StateDirectory')}`).toBe(directory);
  const run = createProgram().commands.find((command) => command.name() === 'run');
  for (const flag of args.filter((arg) => arg.startsWith('--')))
    expect(run?.options.map(({ long }) => long)).toContain(flag);
});

test.each([
  ['User', 'longwire-device'],
  ['NoNewPrivileges', 'yes'],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['ProtectProc', 'invisible'],
  ['DevicePolicy', 'closed'],
  ['CapabilityBoundingSet', ''],
  ['StateDirectoryMode', '0700'],
  ['Restart', 'on-failure'],
])('%s=%s', (key, value) => expect(settings.get(key)).toBe(value));
