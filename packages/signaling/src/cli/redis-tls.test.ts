/** @module The command with a Redis over TLS whose certificate is of the operator's own authority. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestRedis } from '../../../cluster/src/test-support/redis.fixture.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { serve, type Serving } from './command.fixture.ts';

const isReady = async ({ url }: Serving): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

test('a node with rediss:// is ready when NODE_EXTRA_CA_CERTS names the authority; without it, it is not and logs why', async () => {
  const directory = await makeDirectory();
  onTestFinished(() => directory[Symbol.asyncDispose]());
  const tls = await makeCertificate(directory.path);
  await using redis = await TestRedis.start({ password: 'canary-password', tls });
  const args = ['--database', join(directory.path, 'r.db'), '--redis', redis.url];
  await using trusting = await serve(args, { NODE_EXTRA_CA_CERTS: tls.certFile });
  await using other = await serve(args);
  expect(await isReady(trusting)).toBe(true);
  expect(await isReady(other)).toBe(false);
  expect(other.errors()).toMatch(/self-signed certificate[^\n]*redis\.lost/u);
  expect(other.errors()).not.toContain('canary-password');
});
