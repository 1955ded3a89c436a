/** @module The account of numbered calls notices what it is there for. */
import { expect, test } from 'vitest';
import { CallAccount } from './call-account.ts';

const LIMIT_MS = 100;

/** An account after a call of each kind that went well. */
function accountOfTwo(): CallAccount {
  const account = new CallAccount(LIMIT_MS);
  account.send(1, 'once', 0);
  account.run(1);
  account.settle(1, { status: 204 });
  account.send(2, 'repeatable', 0);
  account.run(2);
  account.run(2);
  account.settle(2, { status: 205 });
  return account;
}

test('calls that were answered, refused, or whose caller is gone are no faults, and are counted', () => {
  const account = accountOfTwo();
  account.send(3, 'once', 0);
  account.settle(3, { code: 'ERR_NOT_SENT' });
  account.send(4, 'once', 0);
  account.settle(4, { status: 503 });
  account.send(5, 'once', 0);
  account.abandon();
  account.send(6, 'once', LIMIT_MS);
  expect(account.faults(2 * LIMIT_MS)).toEqual([]);
  expect(account.counts(2 * LIMIT_MS)).toEqual({
    sent: 6,
    answered: 2,
    abandoned: 1,
    errors: new Map([
      ['ERR_NOT_SENT', 1],
      ['503', 1],
    ]),
    doubled: 0,
    lost: 0,
    hanging: 0,
  });
  expect(account.isOpen).toBe(true);
});

test.each<[what: string, plant: (account: CallAccount) => void, faults: string[]]>([
  ['a call ran twice', (account) => account.run(1), ['call 1 ran 2 times']],
  [
    'a call ran twice, and its caller is gone',
    (account) => {
      account.send(3, 'once', 0);
      account.abandon();
      account.run(3);
      account.run(3);
    },
    ['call 3 ran 2 times'],
  ],
  [
    'an answered call did not run',
    (account) => {
      account.send(3, 'repeatable', 0);
      account.settle(3, { status: 205 });
    },
    ['call 3 was answered and did not run'],
  ],
  ['a call hangs', (account) => account.send(3, 'once', 0), [`call 3 did not settle within ${LIMIT_MS} ms`]],
  ['a call settled twice', (account) => account.settle(1, { status: 204 }), ['call 1 settled twice']],
  [
    'a call settled that was never sent',
    (account) => account.settle(9, { code: 'ERR_NOT_SENT' }),
    ['call 9 settled and was never sent'],
  ],
  ['a number was used again', (account) => account.send(1, 'once', LIMIT_MS + 1), ['call 1 was sent twice']],
  [
    'an error has no code',
    (account) => {
      account.send(3, 'once', 0);
      account.settle(3, { code: undefined });
    },
    ['call 3 ended in an error without a code'],
  ],
])('%s', (_, plant, faults) => {
  const account = accountOfTwo();
  plant(account);
  expect(account.faults(LIMIT_MS + 1)).toEqual(faults);
});
