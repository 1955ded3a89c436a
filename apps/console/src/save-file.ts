/** @module Saves files for the person, and builds their names. */

/** The file name for something saved from a device: the device's name and the local time. */
export function savedFileName(deviceName: string, date: Date, extension: string): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`;
  return `${namePartOf(deviceName)} ${day} ${time}.${extension}`;
}

/** The file name for a file that a device named: the device's name comes first, so that its origin is clear. */
export function deviceFileName(deviceName: string, fileName: string): string {
  return `${namePartOf(deviceName)} - ${fileName}`;
}

/** Saves a file through the browser's download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function namePartOf(deviceName: string): string {
  return deviceName.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() || 'device';
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
