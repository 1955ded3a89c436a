import { expect, test } from 'vitest';
import { h264Parameters } from './h264-parameters.ts';

test('offers every H.264 profile as constrained baseline with the stream’s level', () => {
  expect(h264Parameters(31)).toBe('profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1');
  expect(h264Parameters(9)).toContain('profile-level-id=42e009;');
});

test('clamps an H.264 level outside of a byte, which ffprobe writes for an unknown level', () => {
  expect(h264Parameters(-99)).toContain('profile-level-id=42e000;');
  expect(h264Parameters(999)).toContain('profile-level-id=42e0ff;');
});
