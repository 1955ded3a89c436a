/** @module Estimating Redis's clock from delayed replies. */
import { expect, test } from 'vitest';
import { RedisTime } from './redis-time.ts';

test('a sample that proves the offset wrong sets it, and a slower one that does not keeps it', () => {
  const time = new RedisTime();
  expect(time.at(1_000)).toBe(1_000);
  time.learn({ askedAt: 1_000, answeredAt: 1_400, redisTime: 5_500 });
  expect(time.at(1_000)).toBe(5_300);
  time.learn({ askedAt: 2_000, answeredAt: 2_002, redisTime: 6_101 });
  expect(time.at(1_000)).toBe(5_100);
  time.learn({ askedAt: 3_000, answeredAt: 3_900, redisTime: 7_900 });
  expect(time.at(1_000)).toBe(5_100);
  time.learn({ askedAt: 4_000, answeredAt: 4_002, redisTime: 3_001 });
  expect(time.at(1_000)).toBe(0);
});

test.each([-8_000, 8_000])(
  'a clock that is set by %d ms is noticed at once, however slow replies have become',
  (ms) => {
    const time = new RedisTime();
    time.learn({ askedAt: 10_000, answeredAt: 10_000, redisTime: 10_000 });
    time.learn({ askedAt: 12_000, answeredAt: 12_400, redisTime: 12_200 + ms });
    expect(time.at(12_000)).toBe(12_000 + ms);
  },
);
