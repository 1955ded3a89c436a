/** @module The first signal stops a command, and the second one has its usual effect. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopSignal } from './stop-signal.ts';

test.each(['SIGTERM', 'SIGINT'] as const)('the first %s aborts, and nothing handles the second', (name) => {
  const self = new EventEmitter();
  const signal = stopSignal(self);
  expect(signal.aborted).toBe(false);
  self.emit(name);
  expect([signal.aborted, self.eventNames()]).toEqual([true, []]);
});
