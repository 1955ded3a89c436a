/** @module Backs up the registry to a file, and imports one, which also adds many devices at once. */

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { saveFile } from '../../save-file.ts';
import { useOperator } from './operator-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.people;
const FILE_NAME = 'longwire-registry.ndjson';

/** Exports and imports the registry. */
export function RegistryBackupSection() {
  const { session } = useOperator();
  const saving = useAction();
  const adding = useAction();
  const input = useRef<HTMLInputElement>(null);
  const [added, setAdded] = useState<string>();
  const save = () =>
    saving.run(
      () => session.ask('GET /export'),
      (lines) => saveFile(new Blob([lines], { type: 'application/x-ndjson' }), FILE_NAME),
    );
  const add = (file: File | undefined) => {
    setAdded(undefined);
    if (file === undefined) return;
    adding.run(
      () => session.ask('POST /import', { body: file }),
      (answer) => setAdded(texts.imported(answer.added, answer.unchanged)),
    );
  };
  return (
    <section aria-labelledby="backup">
      <h2 id="backup">{texts.backup}</h2>
      <p className="lw-soft lw-note">{texts.backupLead}</p>
      <div className="lw-actions">
        <Button variant="default" loading={saving.isBusy} onClick={save}>
          {texts.export}
        </Button>
        <Button variant="default" loading={adding.isBusy} onClick={() => input.current?.click()}>
          {texts.import}
        </Button>
        <input
          ref={input}
          className="lw-hidden"
          type="file"
          tabIndex={-1}
          aria-label={texts.importFile}
          accept=".ndjson,.jsonl,application/x-ndjson"
          onChange={(event) => {
            add(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <output>{added}</output>
      <ProblemNote problem={saving.problem ?? adding.problem} />
    </section>
  );
}
