/** @module What the login form says during a wait, and after it. */
import { expect, test } from 'vitest';
import { messages } from '../../messages/messages.ts';
import { loginProblemText } from './login-problem-text.ts';

const words = messages.login;

test.each([
  ['the password was wrong', { kind: 'wrong', fromLink: false }, words.wrong],
  ['the password of the link was wrong', { kind: 'wrong', fromLink: true }, words.wrongFromLink],
  ['nothing of a password that the device did not check', undefined, undefined],
] as const)('after a wait the form says %s', (_, last, text) => {
  const problem = { kind: 'wait', untilMs: 1, last } as const;
  expect(loginProblemText(problem, 7)).toBe(words.wait(7));
  expect(loginProblemText(problem, 0)).toBe(text);
});
