/** @module Test fixture: a person who answers from a list. */
import { Cancelled } from '@longwire/protocol';
import type { Ask } from './ask.ts';

/** The person, and what they were asked, and what they read. */
export interface FakeAsk {
  readonly ask: Ask;
  readonly asked: string[];
  readonly printed: string[];
}

/** Answers in order; after the last one the person presses Ctrl+C. */
export function fakeAsk(answers: readonly (string | boolean)[]): FakeAsk {
  const [asked, printed, left]: [string[], string[], (string | boolean)[]] = [[], [], [...answers]];
  const next = (message: string): string | boolean => {
    asked.push(message);
    const answer = left.shift();
    if (answer === undefined) throw new Cancelled('stopped');
    return answer;
  };
  const ask: Ask = {
    text: async ({ message, initial = '', problem }) => {
      const given = String(next(message));
      const answer = given === '' ? initial : given;
      const wrong = problem?.(answer);
      if (wrong !== undefined) throw new Error(`the form refuses ${answer}: ${wrong}`);
      return answer;
    },
    secret: async (message) => String(next(message)),
    confirm: async (message) => next(message) === true,
    say: (line) => void printed.push(line),
  };
  return { ask, asked, printed };
}
