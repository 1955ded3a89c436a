/** @module Estimating Redis's clock from delayed replies. */
import { expect, test } from 'vitest';
import { RedisTime } from './redis-time.ts';

test('the quickest sample sets the clock offset, and a later one as quick corrects it', () => {
  const time = new RedisTime();
  expect(time.at(1_000)).toBe(1_000);
  time.learn({ askedAt: 1_000, answeredAt: 1_400, redisTime: 5_500 });
  expect(time.at(1_000)).toBe(5_300);
  time.learn({ askedAt: 2_000, answeredAt: 2_002, redisTime: 6_101 });
  expect(time.at(1_000)).toBe(5_100);
  time.learn({ askedAt: 3_000, answeredAt: 3_900, redisTime: 9_999 });
  expect(time.at(1_000)).toBe(5_100);
  time.learn({ askedAt: 4_000, answeredAt: 4_002, redisTime: 3_001 });
  expect(time.at(1_000)).toBe(0);
});

test('after another server took over, its first sample counts, however slow', () => {
  const time = new RedisTime();
  time.learn({ askedAt: 1_000, answeredAt: 1_000, redisTime: 1_000 });
  time.forget();
  time.learn({ askedAt: 2_000, answeredAt: 2_400, redisTime: 9_200 });
  expect(time.at(2_000)).toBe(9_000);
});

test('a clock that was set is noticed, however slow replies have become', () => {
  const time = new RedisTime();
  time.learn({ askedAt: 1_000, answeredAt: 1_000, redisTime: 1_000 });
  for (let beat = 0; beat < 20; beat += 1) {
    time.learn({ askedAt: 9_000, answeredAt: 9_010, redisTime: 1_005 });
  }
  expect(time.at(9_005)).toBe(1_005);
});
