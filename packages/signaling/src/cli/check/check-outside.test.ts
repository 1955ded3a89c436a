/** @module Whether a service can be reached from outside: each finding, without a network. */
import type { Verdict } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { checkOutside } from './check-outside.ts';

async function verdictsOf(url: string | undefined, addresses?: readonly string[]): Promise<Verdict[]> {
  const resolve = async (): Promise<readonly string[]> => {
    if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return addresses;
  };
  const verdicts: Verdict[] = [];
  for await (const verdict of checkOutside({ url, timeoutMs: 200, resolve })) verdicts.push(verdict);
  return verdicts;
}

test('without a public name it says so and where the ways are', async () => {
  expect(await verdictsOf(undefined)).toEqual([
    expect.objectContaining({ kind: 'bad', text: expect.stringContaining('there is no public name') }),
  ]);
});

test.each([
  ['https://cam.example.org', ['192.168.1.10'], 'cam.example.org is 192.168.1.10, which leads nowhere'],
  ['https://192.168.1.10:8700/', [], '192.168.1.10 is 192.168.1.10, which leads nowhere'],
  ['https://[fd00::1]/', [], 'fd00::1 is fd00::1, which leads nowhere'],
  ['https://cam.example.org', ['8.8.8.8', '10.0.0.1'], 'cam.example.org is 10.0.0.1, which leads nowhere'],
  ['https://cam.example.org', undefined, 'cam.example.org is not found (ENOTFOUND)'],
])('%s that leads to %j is refused, and nothing is asked', async (url, addresses, words) => {
  const [name, ...others] = await verdictsOf(url, addresses);
  expect(name).toMatchObject({ kind: 'bad', text: expect.stringContaining(words) });
  expect(others.map(({ kind }) => kind)).toEqual(['skipped']);
});

test('a public address at which nothing answers is said', async () => {
  // a port of the loopback interface that no program uses: the name alone claims to be public
  const [name, answer] = await verdictsOf('http://localhost:9', ['8.8.8.8']);
  expect(name).toMatchObject({ kind: 'good' });
  expect(answer).toMatchObject({ kind: 'bad', text: expect.stringContaining('does not answer') });
});
