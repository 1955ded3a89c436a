/** @module The questions of the first start, in a terminal. */
import { confirm, log, password, text } from '@clack/prompts';
import { Cancelled } from '@longwire/protocol';

/** A question that is answered with a line of text. */
export interface TextQuestion {
  readonly message: string;
  /** The answer to an empty line. */
  readonly initial?: string;
  /** What is wrong with an answer; undefined if it is right. */
  readonly problem?: (answer: string) => string | undefined;
}

/** Asks a person. Each question throws {@link Cancelled} when it is not answered. */
export interface Ask {
  text(question: TextQuestion): Promise<string>;
  /** The answer is not shown. */
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  say(line: string): void;
}

/** The library answers Ctrl+C with a symbol. */
function answerOf<T extends string | boolean>(answer: T | symbol): T {
  if (typeof answer === 'symbol')
    throw new Cancelled("stopped; nothing was set up. 'longwire up' asks again");
  return answer;
}

/** Asks in the terminal of this process. */
export const terminalAsk: Ask = {
  text: async ({ message, initial, problem = () => undefined }) =>
    answerOf<string>(
      await text({
        message,
        ...(initial === undefined ? {} : { placeholder: initial, defaultValue: initial }),
        validate: (answer = '') => problem(answer.trim() === '' ? (initial ?? '') : answer.trim()),
      }),
    ).trim(),
  secret: async (message) => answerOf<string>(await password({ message })),
  confirm: async (message) => answerOf<boolean>(await confirm({ message })),
  say: (line) => log.message(line),
};
