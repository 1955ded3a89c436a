/** @module What this browser stores, and whether it may evict it. */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { useUpdates } from '../shell/updates-context.ts';
import { useServices } from '../../services.tsx';
import { storagePersistence, type StorageFacts } from '../../settings/storage-persistence.ts';

const words = messages.settings;
const MEGABYTE = 1_000_000;

/** The stored data, its size, and its persistence. */
export function StorageSection() {
  const { library } = useServices();
  const { version } = useUpdates();
  const [facts, setFacts] = useState<StorageFacts>();
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    storagePersistence.read().then(setFacts, reportError);
  }, []);
  const ask = async () => {
    setIsRefused(!(await storagePersistence.request()));
    setFacts(await storagePersistence.read());
  };
  return (
    <>
      {!library.isLasting && <p className="lw-settings-warning">{messages.devices.notStored}</p>}
      {version === 'untrusted' && <p className="lw-settings-warning">{words.untrusted}</p>}
      {facts !== undefined && (
        <p className="lw-soft">
          {facts.usedBytes !== undefined && `${words.used(facts.usedBytes / MEGABYTE)} `}
          {words[facts.kind]}
        </p>
      )}
      <output className="lw-settings-answer">{isRefused && words.refused}</output>
      {facts?.kind === 'fleeting' && (
        <div className="lw-actions">
          <Button variant="default" onClick={() => void ask().catch(reportError)}>
            {words.askLasting}
          </Button>
        </div>
      )}
      <details>
        <summary>{words.keepsTitle}</summary>
        <ul className="lw-settings-list">
          {words.keeps.map((kept) => (
            <li key={kept}>{kept}</li>
          ))}
        </ul>
        <p>{words.keepsNot}</p>
      </details>
    </>
  );
}
