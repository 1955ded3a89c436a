/** @module The IAM configuration with the times of device.toml. */
import { given } from '@longwire/protocol';
import { defaultIamConfig } from '../iam/default-config.ts';
import type { IamConfig } from '../iam/iam-config.ts';
import type { DeviceConfig } from './device-config.ts';

/** The default roles, with the times of `[pairing]`. */
export function configuredIam({
  pairing: { openForMs, inviteForMs },
}: Pick<DeviceConfig, 'pairing'>): IamConfig {
  return {
    ...defaultIamConfig,
    ...given({ openPairingMs: openForMs, inviteMs: inviteForMs }),
  };
}
