import { expect, test } from 'vitest';
import { h264Parameters } from './h264-parameters.ts';

test('every profile is offered as the one that each browser names, with its own level', () => {
  expect(h264Parameters(31)).toBe('profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1');
  expect(h264Parameters(9)).toContain('profile-level-id=42e009;');
});

test('a level beyond a byte, which ffprobe writes where it knows none, is kept in it', () => {
  expect(h264Parameters(-99)).toContain('profile-level-id=42e000;');
  expect(h264Parameters(999)).toContain('profile-level-id=42e0ff;');
});
