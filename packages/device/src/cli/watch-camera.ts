/** @module Watches a camera of the settings for movement. */
import { given, type Logger } from '@longwire/protocol';
import type { CameraConfig } from '../config/camera-section.ts';
import { settingsInput } from '../config/settings-path.ts';
import type { Device } from '../device.ts';
import { MotionWatch } from '../media/motion/motion-watch.ts';

/** Where relative paths start, and the log. */
export interface WatchContext {
  readonly directory: string;
  readonly logger: Logger;
}

/** Notifies the people of a device of movement, if the camera's settings say so; returns a function that stops it. */
export function watchCamera(
  device: Pick<Device, 'notify'>,
  { name, title = name, input }: CameraConfig,
  { directory, logger }: WatchContext,
): () => void {
  const smallest = input.kind === 'ffmpeg' && input.motion ? input.inputs.at(-1) : undefined;
  if (input.kind !== 'ffmpeg' || smallest === undefined) return () => undefined;
  const watch = new MotionWatch({
    name,
    input: { input: settingsInput(directory, smallest), inputOptions: input.inputOptions },
    logger,
    handleMotion: (image) => device.notify({ kind: 'motion', title, body: 'Movement', ...given({ image }) }),
  });
  return () => watch.close();
}
