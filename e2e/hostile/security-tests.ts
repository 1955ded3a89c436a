/** @module docs/security-tests.md, generated from the scripts: attack, outcome, test. */
import { CHROMIUM_SCRIPTS } from './scripts/chromium-scripts.ts';
import { FAKES_SCRIPTS } from './scripts/fakes-scripts.ts';
import type { HostileClient, HostileScript } from './script.ts';

/** The scripts and the file that runs them, by place. */
const PLACES = [
  {
    title: 'Against fakes',
    scripts: FAKES_SCRIPTS,
    file: 'e2e/hostile/fakes/hostile-service.test.ts',
  },
  {
    title: 'In Chromium',
    scripts: CHROMIUM_SCRIPTS,
    file: 'e2e/tests/hostile-service.spec.ts',
  },
] as const;

const CLIENTS: Readonly<Record<HostileClient, string>> = {
  connection: 'an application on a connection',
  session: 'an application on a session',
  console: 'the console',
};

const HEAD = `# Security tests

Generated from the scripts in \`e2e/hostile/scripts\`; a test compares it with them. \`LONGWIRE_WRITE=1 npm run test:unit -- e2e/hostile/security-tests\` writes it.

The hostile service controls all signaling: it terminates WebRTC on both sides, and rewrites, drops, repeats, delays and swaps every message. All scripts share one assertion: the client never shows anything false as verified, logged in or named,
and no secret reaches the service without consent. "Outcome" lists the allowed results; whatever the client shows is true in each of them. A test also fails when the service has not carried out its script.
`;

function row({ attack, allowed, name }: HostileScript): string {
  return `| ${attack} | ${allowed.join(', ')} | ${name} |`;
}

function table(scripts: readonly HostileScript[], client: HostileClient): string {
  const rows = scripts.filter((script) => script.client === client).map(row);
  return `### Against ${CLIENTS[client]}: ${rows.length}\n\n| attack | outcome | test |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The whole page. */
export function securityTests(): string {
  const parts = PLACES.map(({ title, scripts, file }) => {
    const tables = (['connection', 'session', 'console'] as const).map((client) => table(scripts, client));
    return `## ${title}: ${scripts.length}\n\nRun by \`${file}\`.\n\n${tables.join('\n')}`;
  });
  return [HEAD, ...parts].join('\n');
}
