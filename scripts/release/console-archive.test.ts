import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory } from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { checksumLine, releaseName, tarArguments } from './console-archive.ts';
import { epochOf } from './source-date-epoch.ts';

const EPOCH = 1_700_000_000;

/** Packs the same two files, made in this order, with these modes and times. */
function pack(parent: string, names: readonly string[], mode: number, time: number): Buffer {
  const name = releaseName('1.2.3');
  mkdirSync(join(parent, name), { recursive: true });
  for (const each of names) {
    const file = join(parent, name, each);
    writeFileSync(file, each);
    chmodSync(file, mode);
    utimesSync(file, time, time);
  }
  const archive = join(parent, `${name}.tar.gz`);
  execFileSync('tar', tarArguments({ parent, name, archive, epochSeconds: EPOCH }));
  return readFileSync(archive);
}

test('the same files give the same bytes, whatever their order, modes and times are', async () => {
  await using one = await makeDirectory();
  await using two = await makeDirectory();
  const first = pack(one.path, ['a.js', 'index.html'], 0o600, 1);
  expect(pack(two.path, ['index.html', 'a.js'], 0o644, 2).equals(first)).toBe(true);
  const listed = execFileSync('tar', ['-tvz', '--full-time', '--utc'], { input: first, encoding: 'utf8' });
  expect(listed).toMatch(/^-rw-r--r-- 0\/0 +4 2023-11-14 22:13:20 longwire-console-1\.2\.3\/a\.js$/mu);
});

test('a sum is one that sha256sum checks', async () => {
  await using directory = await makeDirectory();
  writeFileSync(join(directory.path, 'x'), 'x');
  writeFileSync(join(directory.path, 'SHA256SUMS'), checksumLine(join(directory.path, 'x'), 'x'));
  const said = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
    cwd: directory.path,
    encoding: 'utf8',
  });
  expect(said).toBe('x: OK\n');
});

test.each(['', '0', '-1', '1e9', 'yesterday'])('"%s" is no time of a release', (text) => {
  expect(() => epochOf(text)).toThrow(/expected seconds since 1970/u);
});
