/** @module Deletes everything stored in this browser, after confirmation. */

import { Button, useMantineColorScheme } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { CONNECT_NOTES_KEY, createBrowserIdentity } from '@longwire/client';
import { messages } from '../../messages/messages.ts';
import { useDevices, useServices } from '../../services.tsx';
import { forgetEverything } from '../../settings/forget-everything.ts';
import { pageStorage, preferences } from '../../settings/preferences.ts';
import { inTabStorage } from '../../storage/tab-storage.ts';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { SteadyButton } from '../../ui/steady-button.tsx';
import { QUIET } from './appearance-section.tsx';

const words = messages.settings;

/** The button, then the question. */
export function ForgetSection() {
  const { library, pictures, pushEnded, sessions, storedPages } = useServices();
  const devices = useDevices();
  const { clearColorScheme } = useMantineColorScheme(QUIET);
  const [step, setStep] = useState<'idle' | 'kept' | 'asking' | 'forgetting'>('idle');
  const [havePagesLeft, setHavePagesLeft] = useState(false);
  const forget = async () => {
    setStep('forgetting');
    // First, while their list still exists; if some could not be removed, the next attempt skips them.
    if (!havePagesLeft && (await storedPages.forget()) > 0) {
      setHavePagesLeft(true);
      setStep('asking');
      return;
    }
    await forgetEverything({
      devices,
      remove: async (key) => {
        sessions.drop(key);
        pictures.forget(key);
        await library.remove(key);
      },
      identity: createBrowserIdentity(),
      preferences,
      databases: indexedDB,
    });
    pageStorage()?.removeItem(CONNECT_NOTES_KEY);
    inTabStorage((storage) => storage.clear());
    clearColorScheme();
    await pushEnded();
    // The page's own memory is cleared as well.
    window.location.replace('./');
  };
  const failed = (error: unknown) => {
    // The person can retry for what remains.
    setStep('asking');
    reportError(error);
  };
  const keepByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && step !== 'forgetting') setStep('kept');
  };
  if (step === 'idle' || step === 'kept') {
    return (
      <>
        <p>{words.forgetHint}</p>
        <div className="lw-actions">
          <Button
            variant="default"
            className="lw-settings-forget"
            ref={step === 'kept' ? focusOnMount : null}
            onClick={() => setStep('asking')}
          >
            {words.forget}
          </Button>
        </div>
      </>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles a key of the buttons within
    <div
      role="alertdialog"
      aria-label={words.forgetQuestion}
      className="lw-settings-question"
      onKeyDown={keepByKey}
    >
      <p>{words.forgetQuestion}</p>
      {havePagesLeft && (
        <p role="alert" className="lw-settings-warning">
          {words.forgetPagesLeft}
        </p>
      )}
      <div className="lw-actions">
        <SteadyButton
          color="red"
          isDisabled={step === 'forgetting'}
          onClick={() => void forget().catch(failed)}
        >
          {words.forgetConfirm}
        </SteadyButton>
        <Button variant="default" ref={focusOnMount} onClick={() => setStep('kept')}>
          {words.forgetKeep}
        </Button>
      </div>
    </div>
  );
}
