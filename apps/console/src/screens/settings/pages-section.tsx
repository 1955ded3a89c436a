/** @module What devices' own pages stored in this browser, with a button to remove it. */

import { useState, useSyncExternalStore } from 'react';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import { SteadyButton } from '../../ui/steady-button.tsx';
import { keepTabStoresOf } from '../../web/cookies/tab-store.ts';

const words = messages.settings;

/** The number of devices whose pages were shown, and the button. */
export function PagesSection() {
  const { storedPages } = useServices();
  const count = useSyncExternalStore(storedPages.subscribe, storedPages.snapshot);
  const [answer, setAnswer] = useState<string>();
  const [isForgetting, setIsForgetting] = useState(false);
  const forget = async () => {
    setIsForgetting(true);
    try {
      keepTabStoresOf([]);
      const left = await storedPages.forget();
      setAnswer(left === 0 ? words.pagesForgotten : words.pagesLeft(left));
    } finally {
      setIsForgetting(false);
    }
  };
  return (
    <>
      <p>{words.pagesHint}</p>
      {count > 0 && <p className="lw-soft">{words.pagesShown(count)}</p>}
      <div className="lw-actions">
        <SteadyButton
          variant="default"
          isDisabled={count === 0 || isForgetting}
          onClick={() => void forget().catch(reportError)}
        >
          {words.forgetPages}
        </SteadyButton>
      </div>
      <output className="lw-settings-answer">{answer}</output>
    </>
  );
}
