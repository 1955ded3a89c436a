/** @module A terminal on the device, on a phone and on a desktop: styled under the page's policy, resized, ended, reopened. */
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { listen } from '../../scripts/listening.ts';
import { STREAM_DEVICE } from '../harness/paths.ts';
import { watchPolicy } from '../harness/policy-watch.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

const terminalTest = test.extend<{
  /** A server with an SSH greeting, behind ports 22 and 80 of the device. */
  readonly sshServer: number;
  readonly target: Device;
  /** Violations of the pages' policies. */
  readonly broken: readonly string[];
  readonly openTerminal: () => Promise<ConsolePage>;
  /** Opens the terminal as a new user of a role. */
  readonly openTerminalAs: (role: string) => Promise<ConsolePage>;
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  sshServer: async ({}, use) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.write('SSH-2.0-test\r\n');
    });
    await use(await listen(server));
    server.close();
  },
  target: async ({ shared, start, sshServer }, use) => {
    await use(
      await start.device(shared.service, 'longwire', {
        main: STREAM_DEVICE,
        args: ['--tcp-port', String(sshServer), '--files', '/tmp'],
      }),
    );
  },
  openTerminalAs: async ({ createClient, openPage, shared, target }, use) => {
    const { deviceId, productId, sct } = target;
    await use(async (role) => {
      const admin = await createClient({ deviceId, productId, sct });
      await admin.connect();
      await admin.logInAsAdmin(target);
      const { username: u, password: pwd } = await admin.createUser(
        `${role.toLowerCase()}-of-terminals`,
        role,
      );
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, target, { u, pwd })));
      await expect(tab.whoAmI).toContainText(role);
      // Those who kept the address come to a place that their role does not have.
      await tab.page.evaluate(() => location.assign(location.hash.replace(/\/live$/u, '/terminal')));
      return tab;
    });
  },
  broken: async ({ context }, use) => {
    await use(await watchPolicy(context));
  },
  openTerminal: async ({ openPage, shared, target }, use) => {
    await use(async () => {
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, target)));
      await expect(tab.badge).toHaveText('Verified');
      await goTo(tab.page, 'Terminal');
      return tab;
    });
  },
});

// Reason: each starts its own device.
terminalTest.slow();

const rows = (page: Page) => page.locator('.xterm-rows');
const type = async (page: Page, keys: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.type(keys);
};

/** The terminal width that the program on the device sees: polled, since a resize takes time. */
const columnsOf = async (page: Page): Promise<number> => {
  await type(page, 'clear; stty size\n');
  await expect(rows(page)).toContainText(/^\d+ \d+[#$]/u);
  return Number(/^\d+ (\d+)[#$]/u.exec((await rows(page).textContent()) ?? '')?.[1]);
};

terminalTest.describe('on a desktop:', () => {
  terminalTest.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });

  terminalTest(
    'the shell opens by itself, is styled, and violates no policy',
    async ({ broken, openTerminal }) => {
      const { page } = await openTerminal();
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await type(
        page,
        String.raw`printf '\033[31mred\033[0m \033[38;2;0;200;80mtrue\033[0m \033[1mbold\033[0m\n'; stty size` +
          '\n',
      );
      await expect(rows(page)).toContainText('red true bold');
      // A palette colour comes from a style sheet, a true colour is the element's own, and the font is the page's.
      const stylesNow = async () =>
        await rows(page).evaluate((element) => {
          const spans = [...element.querySelectorAll('span')];
          const find = (text: string) => spans.findLast((span) => span.textContent.trim() === text);
          const of = (text: string) => getComputedStyle(find(text) ?? element);
          return {
            red: of('red').color,
            plain: getComputedStyle(element).color,
            own: of('true').color,
            bold: of('bold').fontWeight,
            font: getComputedStyle(element).fontFamily,
            styleElements: document.querySelectorAll('style').length,
          };
        });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const styles = await stylesNow();
        expect(styles.red).not.toBe(styles.plain);
        expect(styles.own).not.toBe(styles.plain);
        expect(styles).toMatchObject({ bold: '700', styleElements: 0 });
        expect(styles.font).toContain('monospace');
      }
      expect(broken).toEqual([]);

      await expect.poll(async () => await columnsOf(page)).toBeGreaterThan(100);
    },
  );
});

terminalTest.describe('what happens to it:', () => {
  terminalTest.use({ viewport: { width: 1100, height: 700 } });

  terminalTest(
    'the terminal keeps running on other tabs, can be resized and ended, and is reopened',
    async ({ broken, openTerminal }) => {
      const { page } = await openTerminal();
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await type(page, 'kept=here\n');
      await goToRequests(page);
      await goTo(page, 'Terminal');
      await type(page, 'echo "$kept-still"\n');
      await expect(rows(page)).toContainText('here-still');
      await page.setViewportSize({ width: 600, height: 500 });
      await expect.poll(async () => await columnsOf(page)).toBeLessThan(75);

      await page.keyboard.press('Control+F6');
      await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();

      await type(page, 'exit\n');
      const note = page.getByTestId('terminal-note');
      await expect(note).toContainText('The terminal has ended. The program at the other end has ended.');
      await note.getByRole('button', { name: 'Open again' }).click();
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await type(page, 'echo again-$((20+3))\n');
      await expect(rows(page)).toContainText('again-23');
      expect(broken).toEqual([]);
    },
  );

  terminalTest(
    'a port that speaks SSH shows how to connect to it; one without a listener says so',
    async ({ openTerminal }) => {
      const { page } = await openTerminal();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Stream').selectOption({ label: 'ssh (port 22)' });
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByTestId('terminal-ssh')).toContainText('service = "shell"');
      await expect(rows(page)).toContainText('SSH-2.0-test');
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Stream').selectOption({ label: 'Another port' });
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByText('A number from 1 to 4294967295.')).toBeVisible();
      await page.getByLabel('Port of the stream').fill('4242');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByTestId('terminal-note')).toContainText(
        'The terminal did not open. Nothing answers on this port',
      );
    },
  );

  terminalTest(
    'a role without a shell but with another stream gets no empty terminal, then one to type into',
    async ({ openTerminalAs }) => {
      const { page } = await openTerminalAs('Tunneller');
      await expect(page.getByTestId('terminal-note')).toContainText('no shell that your role may open');
      await expect(page.getByLabel('Stream')).toHaveValue('80');
      await expect(page.locator('.xterm')).toHaveCount(0);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
      await expect(rows(page)).toContainText('SSH-2.0-test');
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(rows(page)).toContainText('SSH-2.0-test');
      await expect(page.getByRole('button', { name: 'Copy the screen' })).toBeVisible();
    },
  );

  terminalTest(
    'a lost connection is reported in the terminal, and a new shell is one touch away',
    async ({ openTerminal, target }) => {
      const { page } = await openTerminal();
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await type(page, 'echo be""fore\n');
      await expect(rows(page)).toContainText('before');
      await target.child.kill();
      await expect(page.getByTestId('terminal-note')).toContainText('The connection was lost', {
        timeout: NOTICE_MS,
      });
      await expect(rows(page)).toContainText('before');
    },
  );
});

terminalTest.describe('on a phone:', () => {
  terminalTest.use(PHONE_DARK);

  terminalTest(
    "the phone's terminal has the keys that its keyboard lacks, and no sideways scrolling",
    async ({ broken, openTerminal }) => {
      const tab = await openTerminal();
      const { page } = tab;
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await type(page, 'cat\nruns\n');
      // Its echo, and what cat makes of it: before, the shell would get the signal and ignore it.
      await expect(rows(page)).toContainText(/runs\s*runs/u);
      const keys = page.getByTestId('terminal-keys');
      await keys.getByRole('button', { name: 'Ctrl' }).tap();
      await expect(keys.getByRole('button', { name: 'Ctrl' })).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.type('c');
      await expect(rows(page)).toContainText('^C');
      await expect(keys.getByRole('button', { name: 'Ctrl' })).toHaveAttribute('aria-pressed', 'false');
      // Once the shell has printed the word, it no longer edits lines itself: cat shows what the key sends.
      await type(page, "echo read'y'; cat -v\n");
      await expect(rows(page)).toContainText('ready');
      await keys.getByRole('button', { name: 'Up', exact: true }).tap();
      await page.keyboard.type('-more\n');
      await expect(rows(page)).toContainText('^[[A-more');
      await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
      expect(await tab.overflow()).toBe(0);
      expect(broken).toEqual([]);
    },
  );

  terminalTest(
    'an administrator of a device without a shell reads where to switch it on',
    async ({ device, openPage, shared }) => {
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
      await expect(tab.badge).toHaveText('Verified');
      await goTo(tab.page, 'Terminal');
      const note = tab.page.getByTestId('terminal-note');
      await expect(note).toHaveText(
        'The device offers no shell. It is switched on at the device, in device.toml.',
      );
      expect(await tab.overflow()).toBe(0);
    },
  );

  terminalTest('a role without a shell reads who can change that', async ({ openTerminalAs }) => {
    const tab = await openTerminalAs('Caretaker');
    await expect(tab.page.getByRole('link', { name: 'Terminal', exact: true })).toHaveCount(0);
    await expect(tab.page.getByTestId('terminal-note')).toContainText('no shell that your role may open');
    await expect(tab.page.getByTestId('terminal-note')).toContainText(
      'An administrator of the device can change your role',
    );
    await expect(tab.page.locator('.xterm')).toHaveCount(0);
    await expect(tab.page.getByRole('button', { name: 'Copy the screen' })).toHaveCount(0);
    await expect(tab.page.getByTestId('terminal-keys')).toHaveCount(0);
    expect(await accessibilityProblems(tab.page)).toEqual([]);
    await tab.page.getByLabel('Port of the stream').fill('23');
    await tab.page.getByLabel('What answers there').selectOption('shell');
    await tab.page.getByRole('button', { name: 'Open', exact: true }).tap();
    await expect(tab.page.getByTestId('terminal-note')).toContainText(
      'Your role does not allow this. An administrator of the device can change your role.',
    );
    await expect(tab.page.locator('.xterm')).toHaveCount(0);
    await expect(tab.page.getByRole('button', { name: 'Open again' })).toBeFocused();
    expect(await tab.overflow()).toBe(0);
  });
});
