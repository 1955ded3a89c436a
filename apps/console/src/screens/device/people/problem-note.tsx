/** @module Why a change to a user failed, and who could make it. */

import { assertNever } from '@longwire/protocol/base';
import { messages } from '../../../messages/messages.ts';
import type { PeopleProblem } from '../../../people/people-problem.ts';
import { administratorsOf, callOf, type Person } from '../../../people/person.ts';
import { usePeople } from './people-context.tsx';
import './problem-note.css';

const words = messages.people;

/** A problem, and the text for problems of kind `missing`. */
export interface ProblemNoteProps {
  readonly problem: PeopleProblem | undefined;
  readonly missing?: string;
}

/** Announces the problem to screen readers at once. */
export function ProblemNote({ problem, missing }: ProblemNoteProps) {
  const { people } = usePeople();
  const isMissing = missing !== undefined && problem?.kind === 'missing';
  return (
    <div role="alert" className="lw-people-alert">
      {problem !== undefined && <p>{isMissing ? missing : problemText(problem, people)}</p>}
    </div>
  );
}

/** The text for a problem. */
export function problemText(problem: PeopleProblem, people: readonly Person[]): string {
  switch (problem.kind) {
    case 'denied':
      return words.denied(administratorsOf(people).map(callOf));
    case 'missing':
      return words.problem.missing;
    case 'taken':
      return words.problem.taken;
    case 'refused':
      return words.problem.refused(problem.detail);
    case 'unsure':
      return words.problem.unsure;
    case 'lost':
      return words.problem.lost;
    case 'failed':
      return words.problem.failed(problem.detail);
    default:
      return assertNever(problem);
  }
}
