/** @module The words for a login that did not work. */

import { assertNever } from '../../assert-never.ts';
import { messages } from '../../messages/messages.ts';
import type { LoginProblem } from '../../session/login-problem.ts';

const words = messages.login;

/** What went wrong; `waitSeconds` is how long no password is taken. */
export function loginProblemText(problem: LoginProblem | undefined, waitSeconds: number): string | undefined {
  if (problem === undefined) return undefined;
  switch (problem.kind) {
    case 'wrong':
      return problem.fromLink ? words.wrongFromLink : words.wrong;
    case 'wait':
      return waitSeconds > 0 ? words.wait(waitSeconds) : words.wrong;
    case 'gone':
      return words.gone;
    case 'invite-used':
      return words.inviteUsed;
    case 'name-taken':
      return words.nameTaken;
    case 'pairing-off':
      return words.pairingOff;
    case 'pairing-denied':
      return words.pairingDenied;
    case 'not-rememberable':
      return words.notRememberable;
    default:
      return assertNever(problem);
  }
}
