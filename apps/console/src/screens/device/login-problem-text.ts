/** @module The text for a failed login. */

import { assertNever } from '@longwire/protocol/base';
import { messages } from '../../messages/messages.ts';
import type { LoginProblem } from '../../session/login-problem.ts';

const words = messages.login;

/** The text; `waitSeconds` is how long the device accepts no password. */
export function loginProblemText(problem: LoginProblem | undefined, waitSeconds: number): string | undefined {
  if (problem === undefined) return undefined;
  switch (problem.kind) {
    case 'wrong':
      return problem.fromLink ? words.wrongFromLink : words.wrong;
    case 'wait':
      return waitSeconds > 0 ? words.wait(waitSeconds) : loginProblemText(problem.last, 0);
    case 'gone':
      return words.gone;
    case 'access-ended':
      return words.accessEnded;
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
