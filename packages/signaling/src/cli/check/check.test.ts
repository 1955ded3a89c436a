/**
 * @module Each finding of `check`, against real PostgreSQL, Redis, coturn, services and proxies with real
 * faults.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Verdict } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { Command } from 'commander';
import { sql } from 'kysely';
import { close, listen } from '../../../../../scripts/listening.ts';
import { openDatabase, openRegistry } from '../../registry/registry.ts';
import { makeCertificate } from '../../test-support/certificate.fixture.ts';
import { startCoturn } from '../../test-support/coturn.fixture.ts';
import { onEachDatabase } from '../../test-support/databases.fixture.ts';
import { startPostgres } from '../../test-support/postgres.fixture.ts';
import { TestRedisCluster } from '../../../../cluster/src/test-support/redis-cluster.fixture.ts';
import { TestRedis } from '../../../../cluster/src/test-support/redis.fixture.ts';
import { makeDirectory } from '../../test-support/directory.fixture.ts';
import { TestService } from '../../test-support/test-service.fixture.ts';
import { addCommonFlags } from '../common-flags.ts';
import { runHere } from '../command.fixture.ts';
import { addServeFlags, type ServeFlags } from '../serve-flags.ts';
import { checkDatabase } from './check-database.ts';
import { runChecks } from './run-checks.ts';

const run = promisify(execFile);
const SECRET = 'a-secret-with-at-least-32-characters';

/** Short enough for a test, long enough for a busy machine to respond. */
const TIMEOUT_MS = 3_000;

/** Runs the checks with these options in addition to irrelevant defaults. */
async function found(...args: readonly string[]): Promise<Verdict[]> {
  const command = addServeFlags(addCommonFlags(new Command('check').exitOverride().action(() => undefined)));
  await command.parseAsync([...args], { from: 'user' });
  const verdicts: Verdict[] = [];
  for await (const verdict of runChecks(command.opts<ServeFlags>(), TIMEOUT_MS)) verdicts.push(verdict);
  return verdicts;
}

/** The verdict of one step. */
function of(verdicts: readonly Verdict[], step: string): Verdict {
  const verdict = verdicts.find((each) => each.step === step);
  if (verdict === undefined) throw new Error(`no ${step} among ${verdicts.map(({ step }) => step).join()}`);
  return verdict;
}

const isBad = (part: string, todo: string): object => ({
  kind: 'bad',
  text: expect.stringContaining(part),
  todo: expect.stringContaining(todo),
});

/** Listens on a free loopback port. */
async function listening(server: Server): Promise<AsyncDisposable & { readonly port: number }> {
  return {
    port: await listen(server),
    [Symbol.asyncDispose]: async () => {
      if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
        server.closeAllConnections();
      await close(server);
    },
  };
}

/** A port without a listener. */
async function deadPort(): Promise<number> {
  await using server = await listening(createTcpServer());
  return server.port;
}

test('check without any setup reports what is missing and creates no database', async () => {
  await using directory = await makeDirectory();
  const database = join(directory.path, 'r.db');
  const verdicts = await found('--database', database, '--no-console');
  expect(of(verdicts, 'database')).toMatchObject({ kind: 'warning', text: `${database} does not exist yet` });
  expect(of(verdicts, 'console').kind).toBe('skipped');
  expect(of(verdicts, 'redis').kind).toBe('skipped');
  expect(of(verdicts, 'relay').kind).toBe('warning');
  expect(of(verdicts, 'public').kind).toBe('skipped');
  expect(of(verdicts, 'clock').kind).toBe('skipped');
  await expect(readFile(database)).rejects.toThrow('ENOENT');
});

test('check prints one line per finding, or JSON, and exits with 1 only if a finding is bad', async () => {
  await using directory = await makeDirectory();
  const args = ['check', '--database', join(directory.path, 'r.db')];
  const { stdout } = await runHere([...args, '--no-console']);
  expect(stdout).toMatch(/^warning {2}database: .*\n {9}-> .*$/mu);
  expect(process.exitCode).toBeUndefined();
  const json = await runHere([...args, '--json', '--console', directory.path]);
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ step: 'console', kind: 'bad' }));
});

test('check reports whether the database file is valid, who may read it and whether it is empty', async () => {
  await using directory = await makeDirectory();
  const database = join(directory.path, 'r.db');
  {
    await using registry = await openRegistry(database);
    await registry.products.add('pr-1');
    await registry.operators.add({ name: 'ada', role: 'admin', password: 'correct horse battery staple' });
  }
  await chmod(database, 0o600);
  const well = await found('--database', database);
  for (const step of ['database', 'database-mode', 'products', 'operators'])
    expect(of(well, step).kind).toBe('good');
  await chmod(database, 0o644);
  expect(of(await found('--database', database), 'database-mode')).toMatchObject({
    kind: 'warning',
    todo: expect.stringContaining('chmod'),
  });
  for (const place of [database, directory.path]) {
    const [verdict] = await checkDatabase(database, async (path) => path !== place);
    expect(verdict).toMatchObject(isBad(`cannot write to ${place}`, 'chown'));
  }
  const other = join(directory.path, 'other.db');
  await writeFile(other, 'this is not a database, but it is longer than the header of one is'.repeat(20));
  expect(of(await found('--database', other), 'database')).toMatchObject(
    isBad('cannot be used', '--database'),
  );
  const empty = join(directory.path, 'empty.db');
  await writeFile(empty, '');
  const unused = await found('--database', empty);
  expect((await stat(empty)).size).toBe(0);
  expect([of(unused, 'products').kind, of(unused, 'operators').kind]).toEqual(['warning', 'warning']);
  expect(await readdir(directory.path)).toEqual(['empty.db', 'other.db', 'r.db']);
});

onEachDatabase((make) => {
  test('check reports a database of an older version without migrating it, and one of a newer version', async () => {
    await using database = await make();
    const opened = await openDatabase(database.text, () => undefined);
    await sql`drop table push_keys`.execute(opened.db);
    await sql`delete from kysely_migration where name = '0004-push-keys'`.execute(opened.db);
    await opened.close();
    for (const time of ['first', 'second']) {
      const verdicts = await found('--database', database.text);
      expect([time, of(verdicts, 'database').kind, of(verdicts, 'operators').kind]).toEqual([
        time,
        'good',
        'skipped',
      ]);
      expect(of(verdicts, 'schema')).toMatchObject({
        kind: 'warning',
        text: expect.stringContaining('applies 0004-push-keys'),
        todo: expect.stringContaining('backup'),
      });
    }
    const migrated = await openDatabase(database.text, () => undefined);
    await sql`insert into kysely_migration values ('9999-future', '2099-01-01T00:00:00.000Z')`.execute(
      migrated.db,
    );
    await migrated.close();
    expect(of(await found('--database', database.text), 'database')).toMatchObject(
      isBad('newer version of this program (9999-future)', 'check'),
    );
  });
});

test('check reports PostgreSQL and Redis that work, reject the password or are away, and compares their clocks', async () => {
  await using redis = await TestRedis.start({ password: 'canary-password' });
  await using postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const well = await found('--database', database, '--redis', redis.url);
  expect(of(well, 'database')).toMatchObject({ kind: 'good', text: 'PostgreSQL answers' });
  expect(of(well, 'redis').kind).toBe('good');
  expect(of(well, 'clock')).toMatchObject({ kind: 'good', text: 'agrees with PostgreSQL, Redis' });
  const wrong = await found(
    '--database',
    database,
    '--redis',
    redis.url.replace('canary-password', 'canary-other'),
  );
  expect(of(wrong, 'redis')).toMatchObject(isBad('WRONGPASS', 'password'));
  const none = await found('--database', database, '--redis', redis.url.replace(':canary-password@', ''));
  expect(of(none, 'redis')).toMatchObject(isBad('NOAUTH', 'password'));
  redis.pause();
  const paused = of(await found('--database', database, '--redis', redis.url), 'redis');
  redis.resume();
  expect(paused).toMatchObject(isBad('no answer in time', 'firewall'));
  await Promise.all([redis.stop(), postgres.stop()]);
  const away = await found(
    '--database',
    database.replace('postgres@', 'postgres:canary-secret@'),
    '--redis',
    redis.url,
  );
  expect(of(away, 'database')).toMatchObject(isBad('cannot be used', 'PostgreSQL runs'));
  expect(of(away, 'redis')).toMatchObject(isBad('ECONNREFUSED', 'Redis runs'));
  expect(JSON.stringify([well, wrong, none, paused, away])).not.toContain('canary');
});

test('check reports a Redis whose certificate it does not trust, and a Redis Cluster whose servers share the keys', async () => {
  await using directory = await makeDirectory();
  const database = join(directory.path, 'r.db');
  const tls = await makeCertificate(directory.path);
  await using redis = await TestRedis.start({ tls });
  expect(of(await found('--database', database, '--redis', redis.url), 'redis')).toMatchObject(
    isBad('SELF_SIGNED', 'NODE_EXTRA_CA_CERTS'),
  );
  await using cluster = await TestRedisCluster.start();
  const { owner, other } = await cluster.serversOf('{lw}:');
  expect(of(await found('--database', database, '--redis', other.url), 'redis')).toMatchObject(
    isBad('CROSSSLOT', '{lw}:'),
  );
  for (const { url } of [owner, other]) {
    const braces = await found('--database', database, '--redis', url, '--redis-prefix', '{lw}:');
    expect(of(braces, 'redis').kind).toBe('good');
  }
});

test('check reports coturn with the right and wrong secret over UDP and TCP, an unreachable coturn, and STUN', async () => {
  await using directory = await makeDirectory();
  const common = ['--database', join(directory.path, 'r.db'), '--turn-secret'];
  await using coturn = await startCoturn({ secretFile: SECRET });
  const { port } = coturn;
  const [udp, tcp] = [`turn:127.0.0.1:${port}?transport=udp`, `turn:127.0.0.1:${port}?transport=tcp`];
  const stun = ['--ice-servers', JSON.stringify([{ urls: [`stun:127.0.0.1:${port}`] }])];
  const well = await found(...common, SECRET, '--turn-urls', `${udp},${tcp}`, ...stun);
  for (const url of [udp, tcp])
    expect(of(well, `relay ${url}`)).toMatchObject({ kind: 'good', text: 'allocates a relayed address' });
  expect(of(well, `relay stun:127.0.0.1:${port}`)).toMatchObject({ kind: 'good', text: 'answers' });
  const other = await found(...common, `canary-${SECRET}`, '--turn-urls', `${udp},${tcp}`);
  for (const url of [udp, tcp]) expect(of(other, `relay ${url}`)).toMatchObject(isBad('401', 'secret'));
  expect(JSON.stringify(other)).not.toContain('canary');
  const dead = await deadPort();
  const urls = ['udp', 'tcp'].map((transport) => `turn:127.0.0.1:${dead}?transport=${transport}`);
  const silent = await found(
    ...common,
    SECRET,
    '--turn-urls',
    [...urls, `turns:127.0.0.1:${port}`].join(','),
  );
  for (const url of urls) expect(of(silent, `relay ${url}`)).toMatchObject(isBad('ECONNREFUSED', 'firewall'));
  // TLS to a port without TLS.
  expect(of(silent, `relay turns:127.0.0.1:${port}`).kind).toBe('bad');
  const half = await found('--database', join(directory.path, 'r.db'), '--turn-urls', udp);
  expect(of(half, 'relay')).toMatchObject(isBad('both URLs and a secret', '--turn-secret-file'));
});

test('check reports whether the public address is the service, unreachable, another program, or a proxy without nodes or WebSockets', async () => {
  await using service = await TestService.start();
  await using directory = await makeDirectory();
  const at = async (publicUrl: string): Promise<Verdict[]> =>
    await found('--database', join(directory.path, 'r.db'), '--public-url', publicUrl);
  const well = await at(service.service.url.replace('http', 'ws'));
  expect([of(well, 'public').kind, of(well, 'websocket').kind, of(well, 'clock').kind]).toEqual([
    'good',
    'good',
    'good',
  ]);
  const dead = await at(`http://127.0.0.1:${await deadPort()}`);
  expect(of(dead, 'public')).toMatchObject(isBad('ECONNREFUSED', 'firewall'));
  expect(of(dead, 'websocket').kind).toBe('skipped');
  const answering = async (listener: RequestListener): Promise<Verdict[]> => {
    await using server = await listening(createServer(listener));
    return await at(`http://127.0.0.1:${server.port}`);
  };
  const other = await answering((_request, response) => void response.end('hello'));
  expect(of(other, 'public')).toMatchObject(isBad('is not this service', 'all paths'));
  const without = await answering((_request, response) => void response.writeHead(502).end());
  expect(of(without, 'public')).toMatchObject(isBad('502', 'no node'));
  // A proxy that supports only plain requests.
  const plain = await answering((incoming, response) => {
    const { method, url: path = '/' } = incoming;
    const { hostname, port } = new URL(service.service.url);
    const { upgrade: _upgrade, ...headers } = incoming.headers;
    request({ hostname, port, path, method, headers: { ...headers, connection: 'close' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  expect(of(plain, 'public').kind).toBe('good');
  expect(of(plain, 'websocket')).toMatchObject(isBad('refused', 'Upgrade'));
  const ahead = await answering((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
    response.end('{"status":"ok"}');
  });
  expect(of(ahead, 'clock')).toMatchObject(isBad('s ahead of the public address', 'ntp'));
});

test('check reports a certificate that is not trusted', async () => {
  await using directory = await makeDirectory();
  const [key, cert] = [join(directory.path, 'key.pem'), join(directory.path, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ]);
  const files = { key: await readFile(key), cert: await readFile(cert) };
  await using server = await listening(
    createTlsServer(files, (_request, response) => void response.end('{"status":"ok"}')),
  );
  const args = [
    '--database',
    join(directory.path, 'r.db'),
    '--public-url',
    `https://localhost:${server.port}`,
  ];
  const verdicts = await found(...args);
  expect(of(verdicts, 'public')).toMatchObject(isBad('not trusted', 'NODE_EXTRA_CA_CERTS'));
  expect(of(verdicts, 'trust-proxy').kind).toBe('warning');
});

test('check warns of options that work but may be unintended', async () => {
  await using directory = await makeDirectory();
  const database = ['--database', join(directory.path, 'r.db')];
  const open = await found(...database, '--host', '0.0.0.0', '--trust-proxy');
  expect(of(open, 'public-url')).toMatchObject({
    kind: 'warning',
    text: expect.stringContaining('not verified'),
  });
  expect(of(open, 'trust-proxy')).toMatchObject({
    kind: 'warning',
    text: expect.stringContaining('forge the address'),
  });
  const dead = await deadPort();
  const shared = await found(
    ...database,
    '--public-url',
    `https://signal.localhost:${dead}`,
    '--trust-proxy',
    '--device-origin',
    'https://*.localhost',
  );
  expect(of(shared, 'device-origin')).toMatchObject({
    kind: 'warning',
    text: expect.stringContaining('cookies'),
  });
  expect(of(shared, 'trust-proxy').kind).toBe('good');
  const plain = await found(...database, '--public-url', `http://nowhere.invalid:${dead}`);
  expect(of(plain, 'public-url')).toMatchObject({
    kind: 'warning',
    text: expect.stringContaining('no TLS'),
  });
});

test('check asks the name of --domain at the port of the service', async () => {
  await using directory = await makeDirectory();
  const dead = await deadPort();
  const address = ['--domain', 'signal.localhost', '--port', String(dead)];
  const origin = ['--device-origin', 'https://*.localhost'];
  const verdicts = await found('--database', join(directory.path, 'r.db'), ...address, ...origin);
  const url = `https://signal.localhost:${dead}`;
  expect(of(verdicts, 'public-url')).toMatchObject({ kind: 'good', text: url });
  expect(of(verdicts, 'public')).toMatchObject(isBad(`${url} does not answer`, 'DNS'));
  expect(of(verdicts, 'device-origin').kind).toBe('warning');
});

test('check reports whether the service can use its certificate, or get one for its name', async () => {
  await using directory = await makeDirectory();
  const { certFile, keyFile } = await makeCertificate(directory.path);
  const database = ['--database', join(directory.path, 'r.db')];
  const files = [...database, '--tls-cert', certFile, '--tls-key', keyFile];
  expect(of(await found(...files), 'tls').kind).toBe('good');
  await rm(keyFile);
  expect(of(await found(...files), 'tls')).toMatchObject(isBad(`${keyFile} (ENOENT)`, 'does not start'));
  const name = await found(...database, '--domain', 'https://signal.localhost');
  expect(of(name, 'tls')).toMatchObject(isBad('domain "https://signal.localhost" is invalid', 'options'));
  const label = await found(...database, '--local-https', '--local-name', 'two words');
  expect(of(label, 'tls')).toMatchObject(isBad('local name is invalid', 'options'));
  expect(await readdir(directory.path)).toEqual(['cert.pem']);
});

test('check reports whether the console has its index.html', async () => {
  await using directory = await makeDirectory();
  const args = ['--database', join(directory.path, 'r.db'), '--console', join(directory.path, 'console')];
  expect(of(await found(...args), 'console')).toMatchObject(isBad('ENOENT', 'npm run build'));
  await mkdir(join(directory.path, 'console'));
  await writeFile(join(directory.path, 'console/index.html'), '<!doctype html>');
  expect(of(await found(...args), 'console').kind).toBe('good');
});
