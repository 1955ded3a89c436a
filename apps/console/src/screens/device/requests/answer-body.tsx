/** @module The payload of a response, in one of its possible views. */

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { DeviceResponse } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { answerFileName } from '../../../requests/answer-file.ts';
import { bodyOf, MAX_SHOWN_BYTES, viewsOf, type ViewKind } from '../../../requests/answer-view.ts';
import { saveFile } from '../../../save-file.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { AnswerPicture } from './answer-picture.tsx';
import { formatName } from './format-name.ts';
import './answer-body.css';

const words = messages.requests;

/** A response, and the path that names the saved file. */
export interface AnswerBodyProps {
  readonly answer: DeviceResponse;
  readonly path: string;
}

/** The payload, a choice of views, and buttons to copy and save it. */
export function AnswerBody({ answer, path }: AnswerBodyProps) {
  const { payload, contentFormat } = answer;
  const [chosen, setChosen] = useState<ViewKind>();
  if (payload === undefined || payload.length === 0) return <p className="lw-soft">{words.emptyBody}</p>;
  const save = () => {
    saveFile(new Blob([new Uint8Array(payload)]), answerFileName(path, payload, contentFormat));
  };
  return (
    <Views payload={payload} format={contentFormat} chosen={chosen} onChoose={setChosen} onSave={save} />
  );
}

interface ViewsProps {
  readonly payload: Uint8Array;
  readonly format: number | undefined;
  readonly chosen: ViewKind | undefined;
  readonly onChoose: (kind: ViewKind) => void;
  readonly onSave: () => void;
}

function Views({ payload, format, chosen, onChoose, onSave }: ViewsProps) {
  const views = useMemo(() => viewsOf(payload, format), [payload, format]);
  const kind = chosen !== undefined && views.kinds.includes(chosen) ? chosen : views.first;
  const body = useMemo(() => (kind === 'image' ? '' : bodyOf(kind, payload)), [kind, payload]);
  return (
    <>
      {views.kinds.length > 1 && (
        <div className="lw-answer-views">
          <SegmentedChoice
            label={words.viewAs}
            value={kind}
            options={views.kinds.map((value) => ({ value, label: words.views[value] }))}
            onChange={onChoose}
          />
        </div>
      )}
      {views.isUndecodable && chosen === undefined && (
        <p className="lw-soft">{words.undecodable(formatName(format))}</p>
      )}
      {kind === 'image' ? (
        <AnswerPicture payload={payload} />
      ) : (
        <pre className="lw-answer-body" data-testid="answer-body" data-view={kind}>
          {body}
        </pre>
      )}
      {kind !== 'image' && payload.length > MAX_SHOWN_BYTES && (
        <p className="lw-soft">{words.truncated(words.size(MAX_SHOWN_BYTES), words.size(payload.length))}</p>
      )}
      <div className="lw-actions lw-answer-tools">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={onSave}
        >
          {words.save}
        </Button>
        {kind !== 'image' && <CopyButton label={words.copy} text={body} />}
      </div>
    </>
  );
}
