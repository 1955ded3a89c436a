/** @module Test fixture: changes users by requests, one after the other, until it is killed, and reports each that was answered with success. */
import { writeSync } from 'node:fs';
import { fingerprintOfDer, utf8Encode } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { SessionIdentity } from '../auth/session-identity.ts';
import { Router } from '../coap/router.ts';
import { Iam } from '../iam/iam.ts';
import { IAM_RESOURCES } from '../iam/resources/resource-table.ts';
import { openStateFile } from './state-file.ts';
import { userChange } from './user-change.fixture.ts';

const [, , file = '', from = '0', count = 'Infinity'] = process.argv;
const iam = new Iam({ store: openStateFile(file), generateSct: () => 'sct' });
const router = new Router({ guard: iam });
const info = { productId: 'pr', deviceId: 'de' };
for (const { method, pattern, resource } of IAM_RESOURCES)
  router.add(method, pattern, (request) => iam.answer(resource, request, info), { action: null });

const owner = fingerprintOfDer(utf8Encode('the owner'));
const session = new SessionIdentity({ clientFingerprint: owner, deviceFingerprint: owner, tokenId: 'token' });

for (let index = Number(from); index < Number(from) + Number(count); index += 1) {
  const { method, path, cbor, status } = userChange(index);
  const body = cbor === undefined ? {} : { contentFormat: 60, payload: encodeCbor(cbor) };
  const { statusCode } = await router.handle({ method, path, ...body }, { session });
  if (statusCode !== status) throw new Error(`change ${index} failed with ${statusCode}, want ${status}`);
  writeSync(1, `${index}\n`);
}
