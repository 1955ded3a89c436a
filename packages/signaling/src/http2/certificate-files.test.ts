/** @module A renewed certificate is used immediately without ending connections. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { Http2Agent } from '../test-support/http2-agent.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { CertificateFiles } from './certificate-files.ts';

async function shownBy(url: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test.each(['asked for', 'found out'])('a renewal that is %s keeps open connections', async (how) => {
  await using directory = await makeDirectory();
  await using elsewhere = await makeDirectory();
  const tls = await makeCertificate(directory.path);
  const limits = { pingIntervalMs: 1_000_000, loginTimeoutMs: 1_000_000 };
  await using service = await TestService.start({ tls, limits }, (url) => ({ agent: new Http2Agent(url) }));
  const client = await service.open();
  const before = await shownBy(service.service.url);

  const renewed = await makeCertificate(elsewhere.path);
  await copyFile(renewed.certFile, tls.certFile);
  await service.service.renewCertificate();
  expect(await shownBy(service.service.url), 'a certificate without its key').toBe(before);

  await copyFile(renewed.keyFile, tls.keyFile);
  if (how === 'asked for') await service.service.renewCertificate();
  else service.clock.advance(60_000);
  await expect.poll(() => shownBy(service.service.url)).not.toBe(before);
  expect(client.socket.readyState).toBe(client.socket.OPEN);
  service.socketOptions.agent?.destroy();
});

test.each(['cert', 'key'] as const)(
  'an empty %s, as while it is rewritten, changes nothing; the complete file is then loaded',
  async (which) => {
    await using directory = await makeDirectory();
    await using elsewhere = await makeDirectory();
    const tls = await makeCertificate(directory.path);
    await using service = await TestService.start({ tls });
    const before = await shownBy(service.service.url);
    await writeFile(tls[`${which}File`], '');
    await service.service.renewCertificate();
    expect(await shownBy(service.service.url)).toBe(before);
    const renewed = await makeCertificate(elsewhere.path);
    await copyFile(renewed.certFile, tls.certFile);
    await copyFile(renewed.keyFile, tls.keyFile);
    await service.service.renewCertificate();
    expect(await shownBy(service.service.url)).not.toBe(before);
  },
);

test.each(['cert', 'key'] as const)(
  'without a valid %s the service does not start, and the error does not quote the file',
  async (which) => {
    await using directory = await makeDirectory();
    const paths = await makeCertificate(directory.path);
    const broken = join(directory.path, 'broken.pem');
    const load = CertificateFiles.load({ ...paths, [`${which}File`]: broken });
    await expect(load).rejects.toMatchObject({
      code: 'ERR_CONFIG',
      message: expect.stringContaining('broken.pem'),
    });
    await writeFile(broken, '');
    await expect(CertificateFiles.load({ ...paths, [`${which}File`]: broken })).rejects.toMatchObject({
      code: 'ERR_CONFIG',
    });
    await writeFile(broken, 'canary');
    const again = CertificateFiles.load({ ...paths, [`${which}File`]: broken });
    await expect(again).rejects.toMatchObject({ code: 'ERR_CONFIG' });
    await expect(again).rejects.not.toThrow(/canary/u);
  },
);
