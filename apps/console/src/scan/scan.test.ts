/** @module From a camera to a device's link, and the problem shown if the camera fails. */

import { encodeQR } from 'qr';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatPairingLink } from '@longwire/client';
import { cameraProblemOf, HARD_AFTER_MS, QrScanner, type Picture } from './qr-scanner.ts';
import { readQr } from './read-qr.ts';

const LINK = formatPairingLink('https://home.example/', { productId: 'pr', deviceId: 'de', username: 'ann' });

/** A grey picture that contains a code, rotated by a quarter turn on request. */
function pictureOf(text: string, { isTurned = false } = {}): Picture {
  const rows = encodeQR(text, 'raw', { border: 6, scale: 5 });
  const side = rows.length;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isDark = isTurned ? rows[side - 1 - x]?.[y] : rows[y]?.[x];
      data.set(isDark === true ? [40, 44, 50, 255] : [200, 205, 190, 255], (y * side + x) * 4);
    }
  }
  return { width: side, height: side, data };
}

const BLANK: Picture = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(180) };

describe('readQr', () => {
  test.each([false, true])('reads a grey QR code (rotated: %s)', (isTurned) => {
    expect(readQr(pictureOf(LINK, { isTurned }))).toBe(LINK);
  });

  test('returns undefined for a picture without a QR code', () => {
    expect(readQr(BLANK)).toBeUndefined();
  });
});

describe('QrScanner', () => {
  let stopped: number;
  let open: () => Promise<MediaStream>;
  let scanner: QrScanner;
  let nowMs: number;

  const stream = (): MediaStream =>
    Object.assign(Object.create(null), { getTracks: () => [{ stop: () => (stopped += 1) }] });

  beforeEach(() => {
    stopped = 0;
    nowMs = 0;
    open = async () => stream();
    scanner = new QrScanner({ openCamera: () => open(), decode: readQr, now: () => nowMs });
  });

  test('finds a device’s link and releases the camera', async () => {
    await scanner.start();
    expect(scanner.snapshot()).toMatchObject({ kind: 'looking', hint: 'aim' });
    scanner.handlePicture(BLANK);
    scanner.handlePicture(pictureOf(LINK));
    expect(scanner.snapshot()).toEqual({ kind: 'found', link: LINK });
    expect(stopped).toBe(1);
  });

  test('shows a hint for another QR code and continues to search', async () => {
    await scanner.start();
    scanner.handlePicture(pictureOf('https://elsewhere.example/menu'));
    expect(scanner.snapshot()).toMatchObject({ kind: 'looking', hint: 'other' });
    scanner.handlePicture(pictureOf(LINK));
    expect(scanner.snapshot().kind).toBe('found');
  });

  test('shows how to hold the code if none was found for a while', async () => {
    await scanner.start();
    scanner.handlePicture(BLANK);
    nowMs += HARD_AFTER_MS - 1;
    scanner.handlePicture(BLANK);
    expect(scanner.snapshot()).toMatchObject({ hint: 'aim' });
    nowMs += 1;
    scanner.handlePicture(BLANK);
    expect(scanner.snapshot()).toMatchObject({ hint: 'hard' });
  });

  test('releases a camera that opens after stop()', async () => {
    const { promise, resolve } = Promise.withResolvers<MediaStream>();
    open = () => promise;
    const started = scanner.start();
    scanner.stop();
    resolve(stream());
    await started;
    expect(stopped).toBe(1);
    expect(scanner.snapshot().kind).toBe('starting');
  });

  test('starts again after the camera was denied and then allowed', async () => {
    open = async () => {
      throw new DOMException('no', 'NotAllowedError');
    };
    await scanner.start();
    expect(scanner.snapshot()).toEqual({ kind: 'failed', problem: 'denied' });
    open = async () => stream();
    await scanner.start();
    expect(scanner.snapshot().kind).toBe('looking');
  });

  test('reports an insecure page if there is no camera API', async () => {
    const bare = new QrScanner({ openCamera: undefined, decode: readQr, now: () => nowMs });
    await bare.start();
    expect(bare.snapshot()).toEqual({ kind: 'failed', problem: 'insecure' });
  });
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['WhateverError', 'failed'],
])('getUserMedia error %s becomes the camera problem %s', (name, problem) => {
  expect(cameraProblemOf(new DOMException('', name))).toBe(problem);
});
