/** @module The terminal of the demo device: a prompt for the room instead of a shell of this machine. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { page: { type: 'string' } } });
const { page } = values;
if (page === undefined) throw new Error('usage: demo-prompt.ts --page URL');

const HELP = ['temperature  how warm it is', 'light on     switches the light', 'light off', 'help', 'exit'];

/** How long an answer may take, in milliseconds. */
const ANSWER_MS = 5_000;

interface Room {
  readonly celsius: number;
  readonly isLightOn: boolean;
}

async function ask(method: 'GET' | 'POST', path: string): Promise<Room> {
  const response = await fetch(new URL(path, page), { method, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`the device answers ${response.status}`);
  const room: unknown = await response.json();
  if (!isRoom(room)) throw new Error('the device did not answer with its room');
  return room;
}

function isRoom(value: unknown): value is Room {
  return typeof value === 'object' && value !== null && 'celsius' in value && 'isLightOn' in value;
}

/** The output of a command; undefined for the one that ends the prompt. */
async function answerTo(command: string): Promise<string | undefined> {
  switch (command) {
    case '':
      return '';
    case 'temperature':
      return `${(await ask('GET', '/room')).celsius} °C\n`;
    case 'light on':
    case 'light off': {
      const { isLightOn } = await ask('POST', command === 'light on' ? '/light/on' : '/light/off');
      return isLightOn ? 'The light is on.\n' : 'The light is off.\n';
    }
    case 'help':
      return `${HELP.join('\n')}\n`;
    case 'exit':
      return undefined;
    default:
      return `${command}: unknown. Try help.\n`;
  }
}

const prompt = createInterface({ input: process.stdin, output: process.stdout, prompt: 'front-door> ' });
let isOpen = true;
prompt.on('close', () => (isOpen = false));
prompt.on('SIGINT', () => prompt.close());
console.log('Longwire demo device. Type help to see what it knows.');
prompt.prompt();
for await (const line of prompt) {
  const command = line.trim().toLowerCase().replaceAll(/\s+/gu, ' ');
  const answer = await answerTo(command).catch((error: unknown) => `${String(error)}\n`);
  if (answer === undefined) break;
  process.stdout.write(answer);
  // The last lines of piped input arrive after its end.
  if (isOpen) prompt.prompt();
}
