/** @module A page's QR code as a camera or an image file shows it. */
import type { Locator } from '@playwright/test';

/** Grey values, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
}

const [LIGHT, DARK] = [215, 35];
const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/gu;

/** Draws the QR code of an SVG in the middle of a picture, with a given number of pixels per module. */
export async function pictureOfCode(
  svg: Locator,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
): Promise<GreyPicture> {
  const side = Number((await svg.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await svg.locator('path').getAttribute('d')) ?? '';
  const luma = new Uint8Array(width * height).fill(LIGHT);
  const [left, top] = [Math.floor((width - side * scale) / 2), Math.floor((height - side * scale) / 2)];
  if (!(left >= 0 && top >= 0)) throw new Error(`the picture is too small for ${side} modules`);
  for (const [, x, y, length] of path.matchAll(RUN)) {
    for (let row = 0; row < scale; row += 1) {
      const start = (top + Number(y) * scale + row) * width + left + Number(x) * scale;
      luma.fill(DARK, start, start + Number(length) * scale);
    }
  }
  return { width, height, luma };
}

/** A video of one picture, for Chromium's `--use-file-for-fake-video-capture`. */
export function y4mOf({ width, height, luma }: GreyPicture): Buffer {
  const grey = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, grey]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`),
    frame,
    frame,
  ]);
}

/** A picture file that browsers read (BMP, 8 bits a pixel). */
export function bmpOf({ width, height, luma }: GreyPicture): Buffer {
  const [header, palette] = [54, 256 * 4];
  const file = Buffer.alloc(header + palette + width * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(header + palette, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(-height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(8, 28);
  file.writeUInt32LE(256, 46);
  for (let grey = 0; grey < 256; grey += 1) file.writeUInt32LE(grey * 0x010101, header + grey * 4);
  file.set(luma, header + palette);
  return file;
}
