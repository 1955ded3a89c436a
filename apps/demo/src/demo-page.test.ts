/** @module The demo's page and prompt show the same room. */
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDemoPage } from './demo-page.ts';
import { DemoRoom } from './demo-room.ts';

const room = new DemoRoom(() => 1_800_000_000_000);
let page: Awaited<ReturnType<typeof startDemoPage>>;
let url: string;

beforeEach(async () => {
  page = await startDemoPage(room);
  url = `http://127.0.0.1:${page.port}/`;
});
afterEach(() => {
  page.close();
});

/** The output of the prompt for some input. */
async function typed(...lines: readonly string[]): Promise<string> {
  const program = new URL('demo-prompt.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, '--page', url], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) output += String(text);
  return output;
}

test('the demo page is served and switches the light', async () => {
  const shown = await fetch(url);
  expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await shown.text()).toContain('<h1>Front door</h1>');
  const switched = await fetch(new URL('/light/on', url), { method: 'POST', body: 'anything' });
  expect(await switched.json()).toEqual({ ...room.temperature, isLightOn: true });
  expect(room.settings.isLightOn).toBe(true);
  expect((await fetch(new URL('/light/off', url))).status).toBe(404);
  expect((await fetch(new URL('/elsewhere', url))).status).toBe(404);
});

test('the demo prompt answers commands, reports unknown ones and exits', async () => {
  const output = await typed('temperature', 'light  OFF', 'reboot', 'exit', 'light on');
  expect(output).toContain(`${room.temperature.celsius} °C`);
  expect(output).toContain('The light is off.');
  expect(output).toContain('reboot: unknown. Try help.');
  expect(room.settings.isLightOn).toBe(false);
});
