import { expect, test } from 'vitest';
import { FRONT_DOOR_KEY, frontDoor } from '../devices/front-door.fixture.ts';
import { openLibrary } from '../devices/open-library.fixture.ts';
import { servedBy } from '../link/service-list.ts';
import { readDevicesFile, writeDevicesFile } from './devices-file.ts';
import { importDevices } from './import-devices.ts';

const services = servedBy('https://home.example');
const shed = { productId: 'pr-1', deviceId: 'de-shed', service: 'ws://shed.local:8080', sct: '' };

const fileOf = (devices: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ format: 'longwire-devices', version: 1, devices, ...more });

test('an exported file carries everything needed to reach a device to another browser, and no password', async () => {
  const from = await openLibrary();
  from.remember({ ...frontDoor, password: 'the secret' });
  from.remember(shed);
  await from.notePerson('pr-1/de-door', { username: 'anna', role: 'Guest' });
  const text = writeDevicesFile(from.snapshot(), new Date(0));
  expect(text).not.toContain('the secret');
  expect(JSON.parse(text)).toMatchObject({ version: 1, exportedAt: '1970-01-01T00:00:00.000Z' });
  const to = await openLibrary();
  expect(await importDevices(new Blob([text]), to, services)).toEqual({
    kind: 'imported',
    added: 2,
    updated: 0,
    kept: [],
    notListed: [],
  });
  expect(to.snapshot()).toEqual(from.snapshot());
});

test('an exported file does not say that this browser verified a device: the other browser verifies it itself', async () => {
  const library = await openLibrary();
  library.remember(frontDoor);
  await library.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  expect(
    Object.keys(JSON.parse(writeDevicesFile(library.snapshot(), new Date(0))).devices[0]).sort(),
  ).toEqual(['deviceId', 'fingerprint', 'name', 'productId', 'sct', 'service', 'username']);
});

test('an imported file adds the people of a device only if none are remembered, and never replaces remembered people', async () => {
  const library = await openLibrary();
  const people = [{ username: 'anna', role: 'Guest' }];
  await importDevices(new Blob([fileOf([{ ...frontDoor, people }])]), library, services);
  expect(library.find('pr-1', 'de-door')?.people).toEqual(people);
  await library.noteSeen('pr-1/de-door');
  const others = fileOf([{ ...frontDoor, people: [{ username: 'eve' }] }]);
  await importDevices(new Blob([others]), library, services);
  expect(library.find('pr-1', 'de-door')?.people).toEqual(people);
});

test('an import never replaces a key that was proved here; it takes the rest of the file', async () => {
  const library = await openLibrary();
  library.remember(frontDoor);
  await library.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  const file = fileOf([
    { ...frontDoor, fingerprint: 'bb'.repeat(32), service: 'wss://evil.example' },
    { ...shed, sct: 'x' },
  ]);
  expect(await importDevices(new Blob([file]), library, services)).toEqual({
    kind: 'imported',
    added: 1,
    updated: 0,
    kept: ['Front door'],
    notListed: [],
  });
  expect(library.find('pr-1', 'de-door')).toMatchObject({
    fingerprint: FRONT_DOOR_KEY,
    service: 'wss://home.example',
  });
});

test('an import does not replace the key seen at the first connection', async () => {
  const library = await openLibrary();
  library.remember({ ...frontDoor, fingerprint: undefined });
  await library.noteFirstKey('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  const file = fileOf([{ ...frontDoor, fingerprint: 'bb'.repeat(32) }]);
  expect(await importDevices(new Blob([file]), library, services)).toMatchObject({
    updated: 0,
    kept: ['Front door'],
  });
  expect(library.find('pr-1', 'de-door')).toMatchObject({
    fingerprint: undefined,
    firstFingerprint: FRONT_DOOR_KEY,
  });
});

test('an import keeps the fields of a remembered device that the file leaves out', async () => {
  const library = await openLibrary();
  library.remember(frontDoor);
  const file = fileOf([{ productId: 'pr-1', deviceId: 'de-door', service: frontDoor.service }]);
  expect(await importDevices(new Blob([file]), library, services)).toMatchObject({ added: 0, updated: 1 });
  expect(library.find('pr-1', 'de-door')).toMatchObject(frontDoor);
});

test('an import does not move a remembered device to another service, which would receive its token', async () => {
  const library = await openLibrary();
  library.remember(frontDoor);
  const file = fileOf([{ productId: 'pr-1', deviceId: 'de-door', service: 'wss://evil.example' }]);
  expect(await importDevices(new Blob([file]), library, services)).toMatchObject({
    updated: 0,
    kept: ['Front door'],
  });
  expect(library.find('pr-1', 'de-door')).toMatchObject(frontDoor);
});

test.each([
  ['is at another service', { service: 'wss://evil.example' }],
  ['has another key', { fingerprint: 'bb'.repeat(32) }],
])(
  'a remembered device that %s in the file is listed by the name that its owner gave it',
  async (_, other) => {
    const library = await openLibrary();
    library.remember({ ...frontDoor, name: undefined });
    await library.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
    await library.noteGivenName('pr-1/de-door', 'Gate');
    const file = new Blob([fileOf([{ ...frontDoor, ...other }])]);
    expect(await importDevices(file, library, services)).toMatchObject({ updated: 0, kept: ['Gate'] });
  },
);

test('importing an older file keeps the token that works here and tries the token of the file beside it', async () => {
  const library = await openLibrary();
  library.remember(frontDoor);
  const older = fileOf([{ ...frontDoor, name: 'Old name', sct: 'old token', username: 'formerly' }]);
  await library.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  expect(await importDevices(new Blob([older]), library, services)).toMatchObject({
    added: 0,
    updated: 1,
    kept: [],
  });
  expect(library.find('pr-1', 'de-door')).toMatchObject({
    ...frontDoor,
    offered: { service: frontDoor.service, sct: 'old token' },
  });
});

test.each([
  ['an empty file', '', { kind: 'unreadable' }],
  ['a truncated file', fileOf([frontDoor]).slice(0, -9), { kind: 'unreadable' }],
  ['an image', '\u0089PNG\r\n', { kind: 'unreadable' }],
  ['JSON null', 'null', { kind: 'foreign' }],
  ['a JSON array', '[]', { kind: 'foreign' }],
  ['another application’s file', '{"format":"bookmarks","version":1,"devices":[]}', { kind: 'foreign' }],
  ['an object instead of the device list', fileOf([], { devices: {} }), { kind: 'foreign' }],
  ['the file of a newer console', fileOf([], { version: 2 }), { kind: 'newer', version: 2 }],
  ['more devices than the limit', fileOf(Array.from({ length: 1_001 }, () => shed)), { kind: 'too-large' }],
  ['an entry of the wrong type', fileOf([frontDoor, 7]), { kind: 'damaged', entry: 2, field: 'productId' }],
  [
    'an id with a slash',
    fileOf([{ ...frontDoor, deviceId: 'a/b' }]),
    { kind: 'damaged', entry: 1, field: 'deviceId' },
  ],
  [
    'a script URL as the service',
    fileOf([{ ...frontDoor, service: 'javascript:alert(1)' }]),
    { kind: 'damaged', entry: 1, field: 'service' },
  ],
  [
    'a truncated key',
    fileOf([{ ...frontDoor, fingerprint: 'aa' }]),
    { kind: 'damaged', entry: 1, field: 'fingerprint' },
  ],
  ['a number as a name', fileOf([{ ...frontDoor, name: 5 }]), { kind: 'damaged', entry: 1, field: 'name' }],
  [
    'a name beyond the length limit',
    fileOf([{ ...frontDoor, name: 'x'.repeat(65) }]),
    { kind: 'damaged', entry: 1, field: 'name' },
  ],
  [
    'a path as a user name',
    fileOf([{ ...frontDoor, username: '../x' }]),
    { kind: 'damaged', entry: 1, field: 'username' },
  ],
  [
    'a path as the name of a person',
    fileOf([{ ...frontDoor, people: [{ username: '../x' }] }]),
    { kind: 'damaged', entry: 1, field: 'people' },
  ],
  [
    'more people than the limit',
    fileOf([{ ...frontDoor, people: Array.from({ length: 101 }, () => ({ username: 'anna' })) }]),
    { kind: 'damaged', entry: 1, field: 'people' },
  ],
  [
    'a token of another type',
    fileOf([{ ...frontDoor, sct: 'x'.repeat(65) }]),
    { kind: 'damaged', entry: 1, field: 'sct' },
  ],
  [
    'a __proto__ field',
    '{"__proto__":{"format":"longwire-devices","version":1,"devices":[]}}',
    { kind: 'foreign' },
  ],
])('an invalid file is reported and changes nothing: %s', async (_, text, outcome) => {
  expect(readDevicesFile(text)).toEqual(outcome);
  const library = await openLibrary();
  library.remember(shed);
  const before = library.snapshot();
  expect(await importDevices(new Blob([text]), library, services)).toEqual(outcome);
  expect(library.snapshot()).toBe(before);
});

test('an oversized file is rejected without being read', async () => {
  const file = { size: 1_000_001, text: async () => await Promise.reject(new Error('not to be read')) };
  expect(await importDevices(file, await openLibrary(), services)).toEqual({ kind: 'too-large' });
});

test('an import skips devices of services that this console does not talk to', async () => {
  const library = await openLibrary();
  const listed = { page: 'https://mine.example', own: frontDoor.service, allowed: [frontDoor.service] };
  expect(
    await importDevices(new Blob([fileOf([frontDoor, { ...shed, sct: 'x' }])]), library, listed),
  ).toEqual({
    kind: 'imported',
    added: 1,
    updated: 0,
    kept: [],
    notListed: ['de-shed'],
  });
  expect(library.snapshot().map(({ deviceId }) => deviceId)).toEqual(['de-door']);
});
