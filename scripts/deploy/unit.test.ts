/**
 * @module The units of deploy/: systemd's verification, and consistency of longwire-signaling.service with the
 * command.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ServiceOption } from '../../packages/signaling/src/cli/flags/option.ts';
import { createProgram } from '../../packages/signaling/src/cli/program.ts';
import { findExecutable } from '../executable.ts';
import { DEPLOY, readDeployFile } from './deploy-file.fixture.ts';

const run = promisify(execFile);
const unit = readDeployFile('longwire-signaling.service');

const settingsIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/^([A-Z][A-Za-z]+)=(.*)$/gmu)].map(([, key = '', value = '']) => [key, value]);
/** The settings, including those that are commented out. */
const lines = settingsIn(unit.replaceAll(/^#/gmu, ''));
const settings = new Map(settingsIn(unit));

test.each([
  'longwire-signaling.service',
  'coturn/longwire-turn-certificate@.path',
  'coturn/longwire-turn-certificate@.service',
])('systemd-analyze finds no problem in %s', async (file) => {
  const program = findExecutable(['systemd-analyze']);
  if (program === undefined) throw new Error('systemd-analyze is not installed');
  const { stdout, stderr } = await run(program, ['verify', join(DEPLOY, file)]);
  expect([stdout, stderr]).toEqual(['', '']);
});

test('the unit runs serve, and every variable in it is an option', () => {
  const serve = createProgram().commands.find((command) => command.name() === 'serve');
  expect(settings.get('ExecStart')).toBe(`/usr/bin/env ${createProgram().name()} serve`);
  const known = serve?.options
    .filter((option) => option instanceof ServiceOption)
    .map(({ envVar }) => envVar);
  const variables = lines.filter(([key]) => key === 'Environment').map(([, value]) => value.split('=')[0]);
  expect(variables).toContain('LONGWIRE_CONFIG');
  for (const variable of variables) expect(known).toContain(variable);
});

test('every credential that the unit refers to is loaded', () => {
  const loaded = lines.filter(([key]) => key === 'LoadCredential').map(([, value]) => value.split(':')[0]);
  const read = [...unit.matchAll(/=%d\/([\w-]+)$/gmu)].map(([, name]) => name);
  expect(read.length).toBeGreaterThan(0);
  expect(read).toEqual(loaded);
});

test.each([
  ['User', 'longwire-signaling'],
  ['StateDirectory', 'longwire-signaling'],
  ['StateDirectoryMode', '0700'],
  ['NoNewPrivileges', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateDevices', 'yes'],
  ['ProtectProc', 'invisible'],
  ['SystemCallFilter', '@system-service'],
  ['Restart', 'on-failure'],
  // a database that is away for longer than some starts
  ['StartLimitIntervalSec', '0'],
])('the unit sets %s=%s', (key, value) => expect(settings.get(key)).toBe(value));
