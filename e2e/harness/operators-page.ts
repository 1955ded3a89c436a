/** @module The operators' part of the console in a tab: signed in as an operator, read by roles and labels. */
import { expect, type Locator, type Page } from '@playwright/test';
import { overflowOf } from './accessibility.ts';
import type { Service } from './service.ts';

/** The password of every operator that a test adds. */
export const OPERATOR_PASSWORD = 'correct horse battery';

/** Adds operators, by name and role. */
export async function addOperators(service: Service, roles: Readonly<Record<string, string>>): Promise<void> {
  const key = await service.addKey('e2e', 'admin');
  for (const [name, role] of Object.entries(roles)) {
    const added = await fetch(`${service.url}/api/v1/operators`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, role, password: OPERATOR_PASSWORD }),
    });
    expect(added.status).toBe(201);
  }
}

/** One tab with the operators' part. */
export class OperatorsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens it in a tab. */
  static async open(page: Page, service: Service): Promise<OperatorsPage> {
    await page.goto(`${service.url}/#/service`);
    return new OperatorsPage(page);
  }

  get signInForm(): Locator {
    return this.page.getByRole('form', { name: 'Sign in' });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  async signIn(name: string, password: string = OPERATOR_PASSWORD): Promise<void> {
    await this.signInForm.getByLabel('User name').fill(name);
    await this.signInForm.getByRole('textbox', { name: 'Password' }).fill(password);
    await this.signInForm.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens a section and waits for it: the previous one stays until it is loaded. */
  async section(name: string): Promise<void> {
    await this.openMenu();
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  /** On a phone the sections and the account are behind a button. */
  async openMenu(): Promise<void> {
    await this.page.getByTestId('operator').waitFor({ state: 'attached' });
    const opener = this.page.locator('.lw-service-opener');
    if (await opener.isVisible()) await opener.click();
  }

  /** The row of a table that begins with this text; on a phone, its line. */
  row(table: string, first: string): Locator {
    const row = this.page.getByRole('table', { name: table }).getByRole('row', { name: first });
    const line = this.page
      .getByRole('list', { name: table })
      .getByRole('listitem')
      .filter({ hasText: first });
    return row.or(line);
  }

  /** Whether the content is wider than the screen. */
  async overflow(): Promise<number> {
    return await overflowOf(this.page);
  }
}
