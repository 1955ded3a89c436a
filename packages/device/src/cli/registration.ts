/** @module The commands to copy that register a device at its service. */
import type { Fingerprint } from '@longwire/protocol';
import { shellWord } from './shell-word.ts';

/** The device to register. */
export interface RegisteredDevice {
  readonly productId: string;
  readonly deviceId: string;
  /** `HEX` where it is not known. */
  readonly fingerprint: Fingerprint | 'HEX';
}

/** The commands for the machine of the service, in order. */
export interface RegistrationCommands {
  /** For a service that does not have the product yet. */
  readonly product: string;
  readonly device: string;
  /** For a device that the service has with another key. */
  readonly rekey: string;
  readonly token: string;
}

/** The default file of the service and its commands. */
const USUAL_DATABASE = 'longwire-signaling.db';

/** What to add to the commands, and when. */
export const DATABASE_HINT: string = `with --database FILE if the service uses another file than ${USUAL_DATABASE}`;

/** The commands for the machine of the service. */
export function registrationCommands({
  productId,
  deviceId,
  fingerprint,
}: RegisteredDevice): RegistrationCommands {
  return {
    product: `longwire-signaling product add ${productId}`,
    device: `longwire-signaling device add ${productId} ${deviceId} --fingerprint ${fingerprint}`,
    rekey: `longwire-signaling device rekey ${productId} ${deviceId} --fingerprint ${fingerprint}`,
    token: `longwire-signaling token add ${productId} ${deviceId} --expires 365d`,
  };
}

/** The command that puts a token into a link, on the device. */
export function tokenCommand(username: string, directory: string): string {
  return `longwire-device invite ${username} --sct TOKEN --directory ${shellWord(directory)}`;
}
