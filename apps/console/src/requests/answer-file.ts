/** @module The file name of a saved answer. */

import { ContentFormat } from '@longwire/client';
import { imageTypeOf } from './image-type.ts';

const EXTENSION_OF_FORMAT: { readonly [format: number]: string } = {
  [ContentFormat.text]: 'txt',
  [ContentFormat.linkFormat]: 'wlnk',
  [ContentFormat.xml]: 'xml',
  [ContentFormat.json]: 'json',
  [ContentFormat.cbor]: 'cbor',
  21: 'gif',
  22: 'jpg',
  23: 'png',
};

const EXTENSION_OF_IMAGE = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

/** The last part of the path, with the extension of the content; it cannot lead out of a folder. */
export function answerFileName(path: string, payload: Uint8Array, format: number | undefined): string {
  const [whole = ''] = path.split('?');
  const last = whole.split('/').findLast((segment) => segment !== '') ?? '';
  const name = last.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/u, '');
  const image = imageTypeOf(payload);
  const byFormat = EXTENSION_OF_FORMAT[format ?? ContentFormat.text] ?? 'bin';
  const extension = image === undefined ? byFormat : EXTENSION_OF_IMAGE[image];
  const stem = name === '' ? 'answer' : name;
  return stem.endsWith(`.${extension}`) ? stem : `${stem}.${extension}`;
}
