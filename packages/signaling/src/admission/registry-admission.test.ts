/** @module Admission decisions based on the registry, on each database. */
import { expect, test } from 'vitest';
import { JwtVerifier } from '../jwt/jwt-verifier.ts';
import type { AdmissionVerdict } from '../ports/admission.ts';
import { hashSecret } from '../registry/secret.ts';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { RegistryAdmission } from './registry-admission.ts';

const FINGERPRINT = 'ab'.repeat(32);
const D = { productId: 'p', deviceId: 'd' };
const E = { productId: 'p', deviceId: 'e' };

onEachDatabase((make) => {
  test('a token is valid for its device until it expires, is revoked or is withdrawn; a disabled device is unknown', async () => {
    await using database = await make();
    let now = 1_000;
    await using registry = await database.open(() => now);
    const { products, devices, tokens } = registry;
    const admission = new RegistryAdmission({
      registry,
      jwtVerifier: new JwtVerifier({ now: () => now }),
      now: () => now,
    });
    const check = (key: typeof D, sct: string): Promise<AdmissionVerdict> =>
      admission.checkCredential(key, { kind: 'sct', sct });
    await products.add('p');
    for (const key of [D, E]) await devices.add({ ...key, fingerprint: FINGERPRINT });
    const { id, value } = await tokens.add({ ...D, lifetimeMs: 500 });
    await tokens.announceOne(D, hashSecret('given by the device'));
    const admitted = { kind: 'admitted', tokenId: id };
    const announced = { kind: 'admitted', tokenId: `lwd_${hashSecret('given by the device').slice(0, 16)}` };
    expect(await check(D, value)).toEqual(admitted);
    expect(await check(D, 'given by the device')).toEqual(announced);
    expect(await check(E, value)).toEqual({
      kind: 'refused',
      reason: `token ${id} belongs to another device`,
    });
    expect(await check(E, 'given by the device')).toEqual({ kind: 'refused', reason: 'unknown token' });
    now = 1_499;
    expect(await check(D, value)).toEqual(admitted);
    now = 1_500;
    expect(await check(D, value)).toEqual({ kind: 'refused', reason: `token ${id} is expired` });
    expect(await check(D, 'given by the device')).toEqual(announced);
    await tokens.revoke(id);
    expect(await check(D, value)).toEqual({ kind: 'refused', reason: `token ${id} is revoked` });
    await tokens.withdraw(D, hashSecret('given by the device'));
    expect(await check(D, 'given by the device')).toEqual({ kind: 'refused', reason: 'unknown token' });
    expect(await admission.findDevice(D)).toEqual({ kind: 'found', key: D, fingerprint: FINGERPRINT });
    await devices.update(D, { isEnabled: false });
    expect(await admission.findDevice(D)).toEqual({ kind: 'unknownDevice' });
    expect(await admission.findDevice({ ...D, deviceId: 'none' })).toEqual({ kind: 'unknownDevice' });
    await devices.update(D, { isEnabled: true });
    expect(await admission.findDevice(D)).toEqual({ kind: 'found', key: D, fingerprint: FINGERPRINT });
    expect(await admission.findDevice({ ...D, productId: 'none' })).toEqual({ kind: 'unknownProduct' });
  });
});
