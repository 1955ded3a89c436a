/** @module A control that makes the device do something. */

import { Button } from '@mantine/core';
import { useRequest } from '@longwire/react';
import type { ActionControl } from '../../../controls/control.ts';
import { messages } from '../../../messages/messages.ts';
import { useLiveDevice } from '../device-context.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { ControlCard } from './control-card.tsx';
import { answerProblem, errorProblem } from './control-problem.ts';

const words = messages.controls;

/** A button, which asks first where that is wise. */
export function ActionCard({ control }: { readonly control: ActionControl }) {
  const { title, path, isAsking } = control;
  const isAway = useLiveDevice().state.link.kind === 'recovering';
  const { state, send } = useRequest();
  const run = () => void send({ method: 'POST', path });
  const problem =
    state.kind === 'failed'
      ? errorProblem(state.error)
      : state.kind === 'answered'
        ? answerProblem(state.answer)
        : undefined;
  const isBusy = state.kind === 'pending';
  const button = isAsking ? (
    <ConfirmButton
      isRepeatable
      label={words.run}
      name={words.runWhat(title)}
      question={words.ask}
      confirm={title}
      keep={messages.common.cancel}
      isBusy={isBusy}
      isDisabled={isAway}
      onConfirm={run}
    />
  ) : (
    <Button
      variant="default"
      aria-label={words.runWhat(title)}
      loading={isBusy}
      disabled={isAway}
      onClick={run}
    >
      {words.run}
    </Button>
  );
  return (
    <ControlCard control={control} aside={button} problem={problem}>
      <output className="lw-control-done">
        {state.kind === 'answered' && problem === undefined ? words.done : ''}
      </output>
    </ControlCard>
  );
}
