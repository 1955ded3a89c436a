/** @module Every registry command, as a separate process next to a running service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openRegistry } from '../../registry/registry.ts';
import { LOGIN_REPLY } from '../../test-support/login-reply.fixture.ts';
import { TestDevice } from '../../test-support/test-device.fixture.ts';
import { makeIdentity } from '../../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../../test-support/directory.fixture.ts';
import { TestSocket } from '../../test-support/test-socket.fixture.ts';
import { COMMAND, run, runHere, serve, type Output } from '../command.fixture.ts';

const FINGERPRINT = 'ab'.repeat(32);
const PASSWORD = 'correct horse battery staple';

/** A database and commands that use it. */
interface Bench extends AsyncDisposable {
  readonly database: string;
  readonly path: string;
  /** Output of a command that must succeed; with input, it runs as a separate process. */
  readonly say: (words: string, input?: string) => Promise<string>;
  readonly json: (words: string, input?: string) => Promise<unknown>;
  /** Error output of a command that must fail. */
  readonly fail: (words: string, input?: string) => Promise<string>;
}

async function makeBench(): Promise<Bench> {
  const directory = await makeDirectory();
  const database = join(directory.path, 'r.db');
  const end = async (words: string, input?: string): Promise<Output> =>
    input === undefined
      ? runHere([...words.split(' '), '--database', database])
      : run([...words.split(' '), '--database', database], { input });
  const say = async (words: string, input?: string): Promise<string> => {
    const { code, stdout, stderr } = await end(words, input);
    if (code !== 0 || stderr !== '') throw new Error(`${words}: ${stderr}`);
    return stdout;
  };
  return {
    database,
    path: directory.path,
    say,
    json: async (words, input) => JSON.parse(await say(`${words} --json`, input)),
    fail: async (words, input) => {
      const { code, stdout, stderr } = await end(words, input);
      expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1]);
      return stderr;
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

const actions = (rows: unknown): unknown[] =>
  Array.isArray(rows) ? rows.map((row: unknown) => Object.assign({ action: '' }, row).action) : [];

/** The lines of an export without the first, which holds its time. */
const rowsOf = (text: string): string => text.split('\n').slice(1).join('\n');

test('product commands add, list and remove products and issuers', async () => {
  await using bench = await makeBench();
  const { say, json, fail } = bench;
  const keys = join(bench.path, 'keys.json');
  await writeFile(keys, '{"keys":[{"kty":"EC","crv":"P-256","x":"x","y":"y"}]}');
  expect(await say('product list')).toBe('none\n');
  expect(await say('product add pr-1')).toBe('product pr-1 added\n');
  const issuer = `--jwt-issuer https://id.example --jwt-audience longwire --jwks ${keys}`;
  await say(`product issuer add pr-1 ${issuer}`);
  expect(await fail('product issuer add pr-1')).toContain('(ERR_USAGE)');
  expect(await json('product list')).toEqual([
    {
      productId: 'pr-1',
      createdAt: expect.any(Number),
      issuers: [{ issuer: 'https://id.example', audience: 'longwire', jwks: keys }],
    },
  ]);
  expect(await say('product list')).toMatch(
    /^PRODUCT +ADDED +JWT ISSUERS\npr-1 +20\S+Z +https:\/\/id.example\n$/u,
  );
  await say('product issuer remove pr-1 https://id.example');
  expect(await fail('product issuer remove pr-1 https://id.example')).toContain('(ERR_NOT_FOUND)');
  await say(`device add pr-1 de-1 --fingerprint ${FINGERPRINT}`);
  expect(await fail('product remove pr-1')).toContain('--with-devices');
  expect(await say('product remove pr-1 --with-devices')).toBe('product pr-1 removed\n');
  expect(await json('product list')).toEqual([]);
  const record = await json('audit list');
  expect(actions(record)).toEqual([
    'product.remove',
    'product.remove',
    'device.add',
    'issuer.remove',
    'issuer.remove',
    'issuer.add',
    'product.add',
  ]);
  expect(record).toMatchObject([
    { outcome: 'allowed', actor: 'cli', productId: 'pr-1' },
    { outcome: 'refused', actor: 'cli', productId: 'pr-1', detail: 'ERR_USAGE' },
    {},
    { outcome: 'refused', detail: 'ERR_NOT_FOUND' },
    { outcome: 'allowed', detail: 'https://id.example' },
    {},
    {},
  ]);
});

test('device commands add, list, change and remove devices', async () => {
  await using bench = await makeBench();
  const { say, json, fail } = bench;
  await say('product add pr-1');
  await say(`device add pr-1 de-1 --fingerprint ${FINGERPRINT} --name Gate`);
  await say(`device add pr-1 de-2 --fingerprint ${FINGERPRINT}`);
  expect(await json('device list pr-1')).toMatchObject([
    { deviceId: 'de-1', name: 'Gate', isEnabled: true, fingerprint: FINGERPRINT },
    { deviceId: 'de-2', isEnabled: true },
  ]);
  expect(await say('device disable pr-1 de-1')).toBe('device de-1 of product pr-1 disabled\n');
  expect(await say('device list pr-1')).toMatch(/\nde-1 +Gate +no +- /u);
  await say('device enable pr-1 de-1');
  await say('device rename pr-1 de-1');
  await say('device rename pr-1 de-2 Shed');
  await say(`device rekey pr-1 de-2 --fingerprint ${'cd'.repeat(32)}`);
  const [one, two] = [{ deviceId: 'de-1' }, { deviceId: 'de-2', name: 'Shed', fingerprint: 'cd'.repeat(32) }];
  expect(await json('device list pr-1')).toMatchObject([one, two]);
  expect(await say('device list pr-1')).not.toContain('Gate');
  await say('device remove pr-1 de-1');
  expect(await json('device list pr-1')).toMatchObject([two]);
  expect(await fail('device remove pr-1 de-1')).toContain('(ERR_NOT_FOUND)');
  expect(await fail('device rekey pr-1 de-2 --fingerprint 12')).toContain('(ERR_FINGERPRINT_FORMAT)');
  expect(await fail('device list none')).toContain('(ERR_NOT_FOUND)');
  expect(actions(await json('audit list --device de-2 --outcome allowed'))).toEqual([
    'device.change',
    'device.change',
    'device.add',
  ]);
});

test('token commands show a value only once, and neither lists nor the audit record contain it', async () => {
  await using bench = await makeBench();
  const { say, json, fail } = bench;
  await say('product add pr-1');
  await say(`device add pr-1 de-1 --fingerprint ${FINGERPRINT}`);
  const value = (await say('token add pr-1 de-1 --expires 1h')).trim();
  const id = /^lw_[0-9a-f]+/u.exec(value)?.[0] ?? '';
  const wide = await json('token add pr-1');
  expect(wide).toMatchObject({ id: expect.stringMatching(/^lw_/u), value: expect.stringMatching(/^lw_/u) });
  expect(await json('token list pr-1 de-1')).toMatchObject([{ id, deviceId: 'de-1', isRevoked: false }]);
  const fresh = (await say(`token rotate ${id} --overlap 0 --expires 2d`)).trim();
  expect(fresh).toMatch(/^lw_/u);
  const short = await json('token add pr-1 de-1 --short');
  expect(short).toMatchObject({ value: expect.stringMatching(/^[A-Za-z2-9]{12}$/u) });
  const list = await say('token list pr-1');
  expect(list).toMatch(new RegExp(`\n${id} +de-1 +service .* (?:revoked|expired)\n`, 'u'));
  expect(list.match(/ good$/gmu)).toHaveLength(3);
  const freshId = /^lw_[0-9a-f]+/u.exec(fresh)?.[0] ?? '';
  expect(await say(`token revoke ${freshId}`)).toBe(`token ${freshId} revoked\n`);
  expect(await fail('token revoke lw_0000000000')).toContain('(ERR_NOT_FOUND)');
  expect(await fail(`token rotate ${freshId}`)).toContain('(ERR_NOT_FOUND)');
  const record = await say('audit list --json');
  for (const secret of [value, fresh]) for (const said of [record, list]) expect(said).not.toContain(secret);
  expect(record).toContain(freshId);
});

test('operator commands read the password from stdin and show it nowhere', async () => {
  await using bench = await makeBench();
  const { say, json, fail } = bench;
  expect(await say('operator add ada --role admin', `${PASSWORD}\n`)).toBe('operator ada added, as admin\n');
  await say('operator add bob --role viewer', PASSWORD);
  expect(await fail('operator add cy --role viewer', '')).toContain('(ERR_USAGE)');
  expect(await fail('operator add cy --role viewer', 'one\ntwo\n')).toContain('(ERR_USAGE)');
  expect(await fail('operator add cy --role viewer', 'short\n')).toContain('(ERR_PASSWORD_LENGTH)');
  await say('operator role bob manager');
  await say('operator disable bob');
  await say('operator passwd ada', 'another horse battery staple\n');
  expect(await json('operator list')).toMatchObject([
    { name: 'ada', role: 'admin', isEnabled: true },
    { name: 'bob', role: 'manager', isEnabled: false },
  ]);
  await say('operator enable bob');
  expect(await say('operator list')).toMatch(/\nbob +manager +yes /u);
  await say('operator remove bob');
  expect(await json('operator list')).toHaveLength(1);
  {
    await using registry = await openRegistry(bench.database);
    expect(await registry.operators.verify('ada', PASSWORD)).toBeUndefined();
    expect(await registry.operators.verify('ada', 'another horse battery staple')).toMatchObject({
      role: 'admin',
    });
  }
  expect(await say('audit list --json')).not.toContain('horse');
  expect((await readFile(bench.database)).includes('horse')).toBe(false);
}, 60_000);

test('at a terminal the password is prompted for twice and not echoed', async () => {
  await using bench = await makeBench();
  const command = [process.execPath, ...COMMAND, 'operator', 'add', 'ada', '--role', 'admin'];
  const type = async (answers: readonly string[]): Promise<{ shown: string; code: unknown }> => {
    // script(1) provides a terminal.
    const words = [...command, '--database', bench.database].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['--quiet', '--return', '--command', words, '/dev/null']);
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (shown += part));
    for (const [index, answer] of answers.entries()) {
      await expect.poll(() => shown.split(': ').length - 1).toBe(index + 1);
      child.stdin.write(`${answer}\r`);
    }
    const [code] = await once(child, 'close');
    return { shown, code };
  };
  const good = await type([PASSWORD, PASSWORD]);
  expect(good.shown).toContain('operator ada added');
  expect(good.shown).not.toContain('horse');
  expect(good.code).toBe(0);
  const bad = await type([PASSWORD, `${PASSWORD} typed wrongly`]);
  expect(bad.shown).toContain('passwords do not match');
  expect(bad.shown).not.toContain('horse');
  expect(bad.code).toBe(1);
}, 60_000);

test('API key commands add, list and revoke keys', async () => {
  await using bench = await makeBench();
  const { say, json, fail } = bench;
  const value = (await say('api-key add ci --role viewer --expires 30d')).trim();
  expect(value).toMatch(/^lwk_/u);
  const [key] = await bench.json('api-key list').then((keys) => (Array.isArray(keys) ? keys : []));
  expect(key).toMatchObject({ name: 'ci', role: 'viewer', isRevoked: false });
  expect(await fail('api-key add ci --role viewer')).toContain('(ERR_ALREADY_EXISTS)');
  await say(`api-key revoke ${key.id}`);
  expect(await say('api-key list')).toMatch(/ revoked\n$/u);
  expect(await fail('api-key revoke lwk_none')).toContain('(ERR_NOT_FOUND)');
  expect(await json('audit list --actor cli --limit 2')).toMatchObject([
    { action: 'key.revoke', outcome: 'refused' },
    { action: 'key.revoke', outcome: 'allowed', detail: key.id },
  ]);
  expect(await say('audit list --json')).not.toContain(value);
});

test('export, import into an empty registry, and backup work while the service runs and writes', async () => {
  await using bench = await makeBench();
  const { say, fail } = bench;
  await using service = await serve(['--database', bench.database]);
  await say('product add pr-1');
  await say(`device add pr-1 de-1 --fingerprint ${FINGERPRINT} --name Gate`);
  const value = (await say('token add pr-1 de-1')).trim();
  await say('operator add ada --role admin', PASSWORD);
  const file = join(bench.path, 'export.jsonl');
  expect(await say(`export ${file}`)).toBe(`exported to ${file}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await fail(`export ${file}`)).toContain('(EEXIST) (ERR_USAGE)');
  expect(rowsOf(await say('export'))).toBe(rowsOf(await readFile(file, 'utf8')));
  expect(await readFile(file, 'utf8')).not.toContain(value.slice(-43));

  await using other = await makeBench();
  expect(await other.say(`import ${file}`)).toBe('4 added, 0 already present\n');
  expect(await other.json('import', await readFile(file, 'utf8'))).toEqual({ added: 0, unchanged: 4 });
  expect(await other.json('device list pr-1')).toMatchObject([{ deviceId: 'de-1', name: 'Gate' }]);
  expect(await other.fail('import /nowhere/export.jsonl')).toContain('(ENOENT) (ERR_USAGE)');
  expect(await other.fail(`import ${bench.path}`)).toContain('(EISDIR) (ERR_USAGE)');
  expect(await other.fail('import', '{}\n')).toContain('(ERR_IMPORT)');

  const backup = join(bench.path, 'backup.db');
  expect(await say(`backup ${backup}`)).toBe(`backed up to ${backup}\n`);
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  expect(await fail(`backup ${backup}`)).toContain('(ERR_USAGE)');
  {
    await using restored = await openRegistry(backup);
    expect(await restored.tokens.find({ productId: 'pr-1', deviceId: 'de-1' }, value)).toMatchObject({
      isRevoked: false,
    });
    expect(await restored.audit.list({ limit: 1, action: 'operator.add' })).toHaveLength(1);
  }
  const { code, stderr } = await run([
    'backup',
    join(bench.path, 'x'),
    '--database',
    'postgres://u:secret@h/d',
  ]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('pg_dump')]);
  expect(stderr).not.toContain('secret');
  expect((await service.stop()).code).toBe(0);
}, 60_000);

test('backup of a missing database fails and creates none', async () => {
  await using bench = await makeBench();
  expect(await bench.fail(`backup ${bench.path}/b.db`)).toContain('(ERR_NOT_FOUND)');
  await expect(stat(bench.database)).rejects.toThrow('ENOENT');
});

test('neither backup nor export follows a symlink', async () => {
  await using bench = await makeBench();
  await bench.say('product add pr-1');
  const [link, target] = [join(bench.path, 'link'), join(bench.path, 'target')];
  await symlink(target, link);
  for (const command of ['backup', 'export'])
    expect(await bench.fail(`${command} ${link}`)).toContain('(ERR_USAGE)');
  await expect(stat(target)).rejects.toThrow('ENOENT');
}, 60_000);

test('an export that fails leaves no file', async () => {
  await using bench = await makeBench();
  await bench.say('product add pr-1');
  const damaged = new DatabaseSync(bench.database);
  damaged.exec('drop table operators');
  damaged.close();
  const file = join(bench.path, 'export.jsonl');
  expect(await bench.fail(`export ${file}`)).toContain('(ERR_DATABASE)');
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('connections end when a command revokes their permission', async () => {
  await using bench = await makeBench();
  const { say } = bench;
  const identity = await makeIdentity();
  await say('product add pr-1');
  await say(`device add pr-1 de-1 --fingerprint ${identity.fingerprint}`);
  const value = (await say('token add pr-1 de-1')).trim();
  await using service = await serve(['--database', bench.database]);
  const device = await TestDevice.attach({ url: service.url, productId: 'pr-1', deviceId: 'de-1', identity });
  const client = await TestSocket.open(`${service.url}/signaling/v1`, ['json']);
  client.sendText(JSON.stringify({ type: 20, productId: 'pr-1', deviceId: 'de-1', sct: value }));
  expect(await client.text()).toMatch(LOGIN_REPLY);
  await say(`token revoke ${/^lw_[0-9a-f]+/u.exec(value)?.[0]}`);
  expect(await client.closed).toMatchObject({ code: 4002 });
  await say('device disable pr-1 de-1');
  expect((await device.closed).code).toBe(4006);
  expect(await service.stop()).toMatchObject({ code: 0 });
}, 60_000);
