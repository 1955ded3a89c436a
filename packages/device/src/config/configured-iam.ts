/** @module The IAM configuration with the times of device.toml. */
import { defaultIamConfig } from '../iam/default-config.ts';
import type { IamConfig } from '../iam/iam-config.ts';
import type { DeviceConfig } from './device-config.ts';

/** The default roles, with the times of `[pairing]`. */
export function configuredIam({
  pairing: { openForMs, inviteForMs },
}: Pick<DeviceConfig, 'pairing'>): IamConfig {
  return {
    ...defaultIamConfig,
    ...(openForMs === undefined ? {} : { openPairingMs: openForMs }),
    ...(inviteForMs === undefined ? {} : { inviteMs: inviteForMs }),
  };
}
