/** @module What is to be done at the service before a device can attach, as commands to copy. */
import type { Fingerprint } from '@longwire/protocol';
import { shellWord } from './shell-word.ts';

/** Which device. */
export interface RegisteredDevice {
  readonly productId: string;
  readonly deviceId: string;
  readonly fingerprint: Fingerprint;
}

/** The commands for the machine of the service, in their order. */
export interface RegistrationCommands {
  /** For a service that does not have the product yet. */
  readonly product: string;
  readonly device: string;
  readonly token: string;
}

/** The file that the service's commands and the service itself use unless told otherwise. */
const USUAL_DATABASE = 'longwire-signaling.db';

/** What to add to the commands, and where. */
export const DATABASE_HINT: string = `with --database FILE where the service has another file than ${USUAL_DATABASE}`;

/** The commands for the machine of the service. */
export function registrationCommands({
  productId,
  deviceId,
  fingerprint,
}: RegisteredDevice): RegistrationCommands {
  return {
    product: `longwire-signaling product add ${productId}`,
    device: `longwire-signaling device add ${productId} ${deviceId} --fingerprint ${fingerprint}`,
    token: `longwire-signaling token add ${productId} ${deviceId} --expires 365d`,
  };
}

/** The command that puts a token into a link, on the device. */
export function tokenCommand(username: string, directory: string): string {
  return `longwire-device invite ${username} --sct TOKEN --directory ${shellWord(directory)}`;
}
