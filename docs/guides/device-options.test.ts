/** @module device-options.md names every key that the program reads, and no other, with the program's defaults. */
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SESSION_LIMITS } from '../../packages/device/src/agent/session-limits.ts';
import { DEFAULT_LOGIN_RATES } from '../../packages/device/src/auth/login-limits.ts';
import { parseDeviceConfig } from '../../packages/device/src/config/parse-device-config.ts';
import { snippets } from '../snippets.fixture.ts';

const PAGE = readFileSync(join(import.meta.dirname, 'device-options.md'), 'utf8');

const HEAD = 'product = "pr-garden"\ndevice = "de-gate"\nservice = "wss://service.example"\n';
const CAMERA = '[[camera]]\nname = "gate"\ninput = "clip.mp4"\n';
const STREAM = '[[stream]]\nport = 22\nname = "ssh"\nservice = "tcp"\ntarget = "127.0.0.1:22"\n';

const RESOURCE = '[[resource]]\npath = "/lamp"\ntitle = "Lamp"\ntype = "boolean"\nread = ["cat"]\n';

/** The beginning of a file whose last table is the one under a heading of the page. */
const TABLES: Readonly<Record<string, string>> = {
  'The device': '',
  '`[[camera]]`': CAMERA,
  '`talk` of a camera': `${CAMERA}[camera.talk]\n`,
  '`[[stream]]`': STREAM,
  '`[[resource]]`': RESOURCE,
  '`[network]`': '[network]\n',
  '`[[network.ice_server]]`': '[[network.ice_server]]\nurl = "stun:stun.example:3478"\n',
  '`[limits]`': '[limits]\n',
  '`[logins]`': '[logins]\n',
  'Each key of `[logins]`': '[logins.connection]\n',
  '`[pairing]`': '[pairing]\n',
  '`[oauth]`': '[oauth]\nissuer = "https://login.example"\njwks = "https://login.example/jwks.json"\n',
};

/** The keys that the program knows in the last table of a file: its error about an unknown one lists them. */
function knownKeys(text: string): readonly string[] {
  try {
    parseDeviceConfig(`${HEAD}${text}a_key_that_does_not_exist = true\n`);
  } catch (error) {
    const [, keys = ''] = /known keys are (.*)$/u.exec(String(error)) ?? [];
    if (keys !== '') return keys.split(', ').toSorted();
    throw error;
  }
  throw new Error('an unknown key was accepted');
}

/** The keys in the first column of the tables, by the heading above them. */
const documented = new Map(
  PAGE.split(/^#{2,3} /mu)
    .slice(1)
    .map((section) => {
      const [heading = ''] = section.split('\n', 1);
      return [heading, [...section.matchAll(/^\| `(\w+)`/gmu)].map(([, key = '']) => key).toSorted()];
    }),
);

test('the page has one section for each table of device.toml', () => {
  expect([...documented.keys()]).toEqual(Object.keys(TABLES));
});

test.each(Object.entries(TABLES))('the section "%s" names the keys of its table', (heading, text) => {
  expect(documented.get(heading)).toEqual(knownKeys(text));
});

test('the example of the page is valid', () => {
  const [example = ''] = snippets(PAGE, 'toml');
  expect(parseDeviceConfig(example)).toMatchObject({ productId: 'pr-garden', deviceId: 'de-gate' });
});

test('the defaults of the limits are those of the program', () => {
  for (const [name, { capacity, refillPerSecond }] of Object.entries(DEFAULT_LOGIN_RATES)) {
    const key = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
    expect(PAGE).toContain(`| \`${key}\` | ${capacity}, ${refillPerSecond} |`);
  }
  const { maxSessions, maxSessionsPerToken, maxSessionsPerUser } = DEFAULT_SESSION_LIMITS;
  expect(PAGE).toContain(`| \`sessions\` | ${maxSessions} |`);
  expect(PAGE).toContain(`| \`sessions_per_token\` | ${maxSessionsPerToken} |`);
  expect(PAGE).toContain(`| \`sessions_per_user\` | ${maxSessionsPerUser} |`);
});
