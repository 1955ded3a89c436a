/** @module Saves the remembered devices to a file, and adds devices from one. */

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { writeDevicesFile } from '../../backup/devices-file.ts';
import { importDevices, type ImportOutcome } from '../../backup/import-devices.ts';
import { messages } from '../../messages/messages.ts';
import { savedFileName, saveFile } from '../../save-file.ts';
import { useDevices, useServices } from '../../services.tsx';

const words = messages.settings;

/** Both buttons, and what the file holds. */
export function BackupSection() {
  const { library, serviceList } = useServices();
  const devices = useDevices();
  const [answer, setAnswer] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const save = () => {
    const now = new Date();
    const file = new Blob([writeDevicesFile(devices, now)], { type: 'application/json' });
    saveFile(file, savedFileName(messages.product, now, 'json'));
    setAnswer([words.saved(devices.length)]);
  };
  const open = async (file: File) => setAnswer(sentencesOf(await importDevices(file, library, serviceList)));
  return (
    <>
      <div className="lw-actions">
        <Button variant="default" disabled={devices.length === 0} onClick={save}>
          {words.save}
        </Button>
        <Button variant="default" onClick={() => input.current?.click()}>
          {words.open}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept="application/json,.json"
          aria-label={words.open}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void open(file).catch(reportError);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
      </div>
      {devices.length === 0 && <p className="lw-soft">{words.nothingToSave}</p>}
      <details>
        <summary>{words.backupTitle}</summary>
        <p>{words.backupHolds}</p>
        <p>{words.backupLacks}</p>
      </details>
      <output className="lw-settings-answer">
        {answer.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </output>
    </>
  );
}

function sentencesOf(outcome: ImportOutcome): string[] {
  switch (outcome.kind) {
    case 'imported':
      return [
        words.imported(outcome.added, outcome.updated),
        ...(outcome.kept.length === 0 ? [] : [words.kept(outcome.kept.join(', '))]),
        ...(outcome.notListed.length === 0 ? [] : [words.notListed(outcome.notListed.join(', '))]),
      ];
    case 'unreadable':
      return [words.fileUnreadable];
    case 'foreign':
      return [words.fileForeign];
    case 'newer':
      return [words.fileNewer];
    case 'damaged':
      return [words.fileDamaged(outcome.entry, outcome.field)];
    case 'too-large':
      return [words.fileTooLarge];
    default:
      return assertNever(outcome);
  }
}
