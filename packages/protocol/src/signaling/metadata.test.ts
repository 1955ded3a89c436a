/** @module The overall status of tracks. */
import { expect, test } from 'vitest';
import { overallStatus, TRACK_ERROR_CODES, type TrackMetadata } from './metadata.ts';

const track = (mid: string): TrackMetadata => ({ mid, trackId: 't' });

test.each(TRACK_ERROR_CODES)('one track with error %s', (error) => {
  const tracks = [track('0'), { ...track('1'), error }];
  expect(overallStatus(tracks)).toBe(error === 'OK' ? 'OK' : 'FAILED');
});

test('no track and tracks without an error are OK', () => {
  expect(overallStatus([])).toBe('OK');
  expect(overallStatus([track('0'), track('1')])).toBe('OK');
});
