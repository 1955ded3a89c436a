/** @module For tests of commands: a service that runs for a whole file, and for each test a device that was just set up. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { deviceDirectory, type DeviceDirectory } from './device-directory.ts';
import { initDevice, type InitResult } from './init-device.ts';
import { PROCESS_TIMEOUT, TestService } from './process.fixture.ts';

/** The device of the test that runs. */
export interface TestDevice {
  readonly deviceId: string;
  readonly directory: string;
  readonly files: DeviceDirectory;
  readonly init: InitResult;
}

/** A service and a device of its, renewed before each test. */
export class DeviceRig {
  readonly #parent = mkdtempSync(join(tmpdir(), 'longwire-rig-'));
  #service: TestService | undefined;
  #device: TestDevice | undefined;
  #made = 0;

  /** Registers the hooks of a test file. */
  static use(): DeviceRig {
    const rig = new DeviceRig();
    beforeAll(() => rig.restartService(), PROCESS_TIMEOUT.timeout);
    beforeEach(() => rig.#renew(), PROCESS_TIMEOUT.timeout);
    afterAll(() => rig.#remove(), PROCESS_TIMEOUT.timeout);
    return rig;
  }

  get service(): TestService {
    return expected(this.#service);
  }

  get device(): TestDevice {
    return expected(this.#device);
  }

  /** Starts a service without any device, in place of the one there was. */
  async restartService(): Promise<void> {
    await this.#service?.stop();
    this.#service = await TestService.start(mkdtempSync(join(this.#parent, 'service-')));
  }

  /** Tells the service of the device. */
  async register(): Promise<void> {
    await this.service.register(this.device.deviceId, this.device.init.fingerprint);
  }

  async #renew(): Promise<void> {
    this.#made += 1;
    const deviceId = `de-${this.#made}`;
    const directory = join(this.#parent, deviceId);
    const init = await initDevice({ directory, productId: 'pr-1', deviceId, service: this.service.url });
    this.#device = { deviceId, directory, files: deviceDirectory(directory), init };
  }

  async #remove(): Promise<void> {
    await this.#service?.stop();
    await rm(this.#parent, { recursive: true, force: true });
  }
}

function expected<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('expected to be called by a test');
  return value;
}
