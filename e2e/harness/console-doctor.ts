/** @module The console's doctor in a tab: adds devices by hand, examines them, and reads the conclusion from the screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Device } from './device.ts';

/** The fields that a person types for a device. */
export type TypedDevice = Pick<Device, 'productId' | 'deviceId' | 'sct'> & Partial<Device>;

/** The console's doctor. */
export class DoctorPage {
  readonly page: Page;
  /** The address that the console was loaded from. */
  readonly #base: string;

  constructor(page: Page, base: string) {
    this.page = page;
    this.#base = base;
  }

  get conclusion(): Locator {
    return this.page.getByTestId('conclusion');
  }

  /** Adds a device by hand, with the service to reach it through, and connects. */
  async addByHand(device: TypedDevice, service: string): Promise<void> {
    const { page } = this;
    await page.goto(`${this.#base}/#/add`);
    await page.getByRole('radio', { name: 'Type it in' }).check();
    await page.getByLabel('Product id').fill(device.productId);
    await page.getByLabel('Device id').fill(device.deviceId);
    await page.getByLabel('Connection token').fill(device.sct);
    await page.getByLabel('Fingerprint').fill(device.fingerprint ?? '');
    await page.getByLabel('User name').fill(device.username ?? '');
    await page.getByRole('textbox', { name: 'Password' }).fill(device.password ?? '');
    await page.getByLabel('Service address').fill(service);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(/#\/device\//u);
  }

  /** Opens the doctor of a remembered device, without a connection; the examination starts by itself. */
  async open({ productId, deviceId }: Pick<Device, 'productId' | 'deviceId'>): Promise<void> {
    await this.page.goto(`${this.#base}/#/doctor/${productId}/${deviceId}`);
  }

  /** Waits for the end, and reads the doctor's conclusion. */
  async expectConclusion(kind: string, words: string): Promise<void> {
    await expect(this.page.getByTestId('doctor')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
    await expect(this.conclusion).toHaveAttribute('data-conclusion', kind);
    await expect(this.conclusion).toContainText(words);
  }

  /** The status of one check of the path. */
  check(name: string): Locator {
    return this.page.getByTestId(`check-${name}`);
  }

  /** Copies the report and reads it. */
  async report(): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.getByText('All checks').click();
    await this.page.getByRole('button', { name: 'Copy the report' }).click();
    const read = async (): Promise<string> =>
      await this.page.evaluate(async () => await navigator.clipboard.readText());
    await expect.poll(read).toContain('longwire doctor');
    return await read();
  }
}
