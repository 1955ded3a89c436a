/** @module What the check says of an installation that is older than the lock file. */
import { expect, test } from 'vitest';
import { missingPackages, missingPackagesIn } from './missing-packages.ts';
import { ROOT } from './step.ts';

test('names packages that are missing or of another version, and no others', () => {
  const wanted = {
    packages: {
      '': { version: '0.1.0' },
      'packages/device': { version: '0.1.0' },
      'node_modules/@longwire/device': { link: true },
      'node_modules/same': { version: '1.0.0' },
      'node_modules/older': { version: '2.0.0' },
      'node_modules/new': { version: '1.0.0' },
      'node_modules/for-another-machine': { version: '1.0.0', optional: true },
    },
  };
  const installed = {
    packages: { 'node_modules/same': { version: '1.0.0' }, 'node_modules/older': { version: '1.0.0' } },
  };
  expect(missingPackages(wanted, installed)).toEqual(['node_modules/older', 'node_modules/new']);
});

test('what runs this test is what the lock file says', () => {
  expect(missingPackagesIn(ROOT)).toEqual([]);
});
