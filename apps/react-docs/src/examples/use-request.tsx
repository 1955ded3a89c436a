/** @module A light that is switched by requests. */
import { ContentFormat } from '@longwire/client';
import { useRequest } from '@longwire/react';

export function LightSwitch() {
  const { state, send } = useRequest();
  const switchTo = (isOn: boolean) =>
    send({
      method: 'PUT',
      path: '/light',
      payload: JSON.stringify(isOn),
      contentFormat: ContentFormat.json,
      isIdempotent: true,
    });
  return (
    <>
      <button onClick={() => void switchTo(true)}>On</button>
      <button onClick={() => void switchTo(false)}>Off</button>
      <output>
        {state.kind === 'pending' && 'Sending …'}
        {state.kind === 'answered' && `Answered with ${state.answer.statusCode}`}
        {state.kind === 'failed' && `Failed: ${state.error.code}`}
      </output>
    </>
  );
}
