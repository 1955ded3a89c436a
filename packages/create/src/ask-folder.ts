/** @module The question for the folder, in a terminal. */
import { text } from '@clack/prompts';
import { Cancelled } from '@longwire/protocol';

/** The answer to an empty line. */
const DEFAULT_FOLDER = 'longwire-app';

/** Asks for the folder of the new application. @throws Cancelled */
export async function askFolder(): Promise<string> {
  const answer = await text({
    message: 'The folder of the new application',
    placeholder: DEFAULT_FOLDER,
    defaultValue: DEFAULT_FOLDER,
  });
  // The library answers Ctrl+C with a symbol.
  if (typeof answer === 'symbol') throw new Cancelled('stopped; nothing was created');
  return answer.trim();
}
