import { expect, test } from 'vitest';
import { deviceLabel, isDeviceLabel } from './device-label.ts';

// Source: printf 'pr-garden\0de-gate' | sha256sum | head -c 40 | xxd -r -p | base32 | tr A-Z a-z (GNU coreutils).
test.each([
  ['pr-garden', 'de-gate', 'x2cxnu3lulwnzacxdn3frnm6iber6cfl'],
  ['p', 'd', 'iq67d2e4tdlxut7qzgib7hrwypsz5oiu'],
])('%s/%s is %s', (productId, deviceId, label) => {
  expect(deviceLabel(productId, deviceId)).toBe(label);
});

test('device labels differ for ids that concatenate to the same text', () => {
  expect(deviceLabel('pr', '1de')).not.toBe(deviceLabel('pr1', 'de'));
});

test.each(['', 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32), `${'a'.repeat(31)}1`, `${'a'.repeat(31)}.`])(
  'isDeviceLabel rejects %j',
  (text) => {
    expect(isDeviceLabel(text)).toBe(false);
    expect(isDeviceLabel(deviceLabel(text, text))).toBe(true);
  },
);
