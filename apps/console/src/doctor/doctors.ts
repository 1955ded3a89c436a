/** @module The doctors of this page, one for each device: a result is kept until the next run. */

import type { BrowserIdentity } from '@longwire/client';
import type { DiagnoseOptions } from '@longwire/client/diagnostics';
import { keptKeyOf } from '../devices/kept-key.ts';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { Doctor } from './doctor.ts';

/** What the doctors share. */
export interface DoctorsOptions {
  /** The device as remembered now. */
  readonly device: (key: string) => RememberedDevice | undefined;
  readonly identity: Pick<BrowserIdentity, 'certificateFor'>;
}

/** Creates and keeps the doctors. */
export class Doctors {
  readonly #options: DoctorsOptions;
  readonly #doctors = new Map<string, Doctor>();

  constructor(options: DoctorsOptions) {
    this.#options = options;
  }

  /** The doctor of a device. */
  of(key: string): Doctor {
    const existing = this.#doctors.get(key);
    if (existing !== undefined) return existing;
    const doctor = new Doctor({
      load: async () => await import('@longwire/client/diagnostics'),
      terms: async () => await this.#termsOf(key),
    });
    this.#doctors.set(key, doctor);
    return doctor;
  }

  /** Connects like the console: with this browser's certificate, so that the device applies its user's rights. */
  async #termsOf(key: string): Promise<DiagnoseOptions> {
    const device = this.#options.device(key);
    if (device === undefined) throw new Error(`cannot diagnose ${key}: no such device is remembered`);
    const { productId, deviceId, service, sct, account } = device;
    const own = await this.#options.identity.certificateFor({ productId, deviceId, account });
    return {
      signalingServerUrl: service,
      productId,
      deviceId,
      iceServers: [],
      fingerprint: keptKeyOf(device),
      certificate: own?.certificate,
      ...(sct === '' ? {} : { sct }),
    };
  }
}
