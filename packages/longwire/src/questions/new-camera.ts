/** @module Cameras that a person names, and their names in the settings. */
import { EdgeError } from '@longwire/protocol';
import type { NewCamera } from '@longwire/device/cli';
import { uniqueIds } from '../household/names.ts';

/** A camera as a person gives it. */
export interface GivenCamera {
  /** What people call it; a number unless given. */
  readonly title?: string | undefined;
  /** Its addresses, the best quality first. */
  readonly inputs: readonly string[];
}

/** Schemes of cameras in a network. */
const ADDRESS = /^(?:rtsps?|https?|rtmps?|srt):\/\/[^/\s]+\S*$/iu;

/** What is wrong with the address of a camera; undefined if it can be one. The address is not quoted: it may contain a password. */
export function addressProblem(text: string): string | undefined {
  if (ADDRESS.test(text)) return undefined;
  return 'want an address such as rtsp://USER:PASSWORD@192.168.1.20/stream1';
}

/** Reads the value of `--camera`: an address, or a name, an equals sign and an address. @throws EdgeError ERR_USAGE */
export function parseCamera(text: string): GivenCamera {
  const [, title, address = ''] = /^(?:([^=:/]+)=)?(.*)$/u.exec(text.trim()) ?? [];
  const problem = addressProblem(address);
  if (problem !== undefined)
    throw new EdgeError(
      'ERR_USAGE',
      `--camera is no address: ${problem}, or "Front door=rtsp://…" with a name`,
    );
  return { inputs: [address], ...(title === undefined ? {} : { title: title.trim() }) };
}

/** The cameras for device.toml; each gets a title and a unique name. */
export function settledCameras(given: readonly GivenCamera[]): readonly NewCamera[] {
  const titles = given.map(({ title }, index) => title ?? `Camera ${index + 1}`);
  const names = uniqueIds(titles, 'camera');
  return given.map(({ inputs }, index) => ({
    name: names[index] ?? '',
    title: titles[index] ?? '',
    inputs,
  }));
}
