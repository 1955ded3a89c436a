/** @module An error reported by the service. */

import { Button } from '@mantine/core';
import type { ApiProblem } from '../../service/api/api.ts';
import { words } from '../../messages/service-messages.ts';
import './problem-note.css';

const texts = words.problem;

/** The console's text for an error. */
function problemText(problem: ApiProblem): string {
  if (problem.kind !== 'refused') return texts[problem.kind];
  return isKnown(problem.code) ? texts[problem.code] : texts.other;
}

type Known = Extract<keyof typeof texts, `ERR_${string}`>;

function isKnown(code: string): code is Known {
  return code.startsWith('ERR_') && Object.hasOwn(texts, code);
}

/** The console's text, the service's own message, and a retry button. */
export function ProblemNote({
  problem,
  onAgain,
}: {
  readonly problem: ApiProblem | undefined;
  readonly onAgain?: (() => void) | undefined;
}) {
  if (problem === undefined) return null;
  return (
    <div className="lw-problem" role="alert">
      <p>{problemText(problem)}</p>
      {problem.kind === 'refused' && (
        <p className="lw-problem-own">
          {problem.message} <span className="lw-mono">{problem.code}</span>
          {problem.requestId !== '' && <span className="lw-soft"> · {texts.request(problem.requestId)}</span>}
        </p>
      )}
      {onAgain !== undefined && (
        <Button variant="default" size="sm" onClick={onAgain}>
          {texts.again}
        </Button>
      )}
    </div>
  );
}
