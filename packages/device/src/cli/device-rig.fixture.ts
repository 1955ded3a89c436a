/** @module Test fixture for commands: a service that runs for a whole file, and a new device for each test. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { deviceDirectory, type DeviceDirectory } from '../store/device-directory.ts';
import { initDevice, type InitResult } from './init-device.ts';
import { PROCESS_TIMEOUT, TestService } from './process.fixture.ts';

/** The device of the current test. */
export interface TestDevice {
  readonly deviceId: string;
  readonly directory: string;
  readonly files: DeviceDirectory;
  readonly init: InitResult;
}

/** A service and one of its devices, made again before each test. */
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

  /** Replaces the service by one without any device. */
  async restartService(): Promise<void> {
    await this.#service?.stop();
    this.#service = await TestService.start(mkdtempSync(join(this.#parent, 'service-')));
  }

  /** Registers the device at the service. */
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
  if (value === undefined) throw new Error('no device: call this inside a test');
  return value;
}
