/** @module Files that the page gives to the person, and their names. */

/** The file name of what is saved of a device: its name and the local time. */
export function savedFileName(deviceName: string, date: Date, extension: string): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`;
  return `${namePartOf(deviceName)} ${day} ${time}.${extension}`;
}

/** The file name of what a device gives a name itself: the device's name comes first, so that it is not taken for anything else. */
export function deviceFileName(deviceName: string, fileName: string): string {
  return `${namePartOf(deviceName)} - ${fileName}`;
}

/** Hands a file to the person through the browser's download. */
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
