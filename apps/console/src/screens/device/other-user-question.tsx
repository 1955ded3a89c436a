/** @module A link would make this browser another user of the device: nothing changes until the person confirms it. */

import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import './other-user-question.css';

const words = messages.otherUser;

/** The question, above the tabs; nothing if no such link was opened. */
export function OtherUserQuestion({ device }: { readonly device: RememberedDevice }) {
  const { sessions } = useServices();
  const offer = useSyncExternalStore(sessions.subscribe, () => sessions.offerOf(device.key));
  if (offer === undefined) return null;
  const [known, offered] = [device.username ?? '', offer.username ?? ''];
  const answer = (isAccepted: boolean) => sessions.answerOffer(device.key, { isAccepted });
  return (
    <section className="lw-offer" role="alert">
      <p>
        <strong>{words.title}</strong> {words.body(known, offered)}
      </p>
      <div className="lw-offer-answers">
        <Button onClick={() => answer(false)}>{words.stay(known)}</Button>
        <Button variant="default" onClick={() => answer(true)}>
          {words.become(offered)}
        </Button>
      </div>
    </section>
  );
}
