/** @module Requests: write one, send it, read the answer; what was sent before is one touch away. */

import { useRequest } from '@longwire/react';
import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { viewOfAnswer } from '../../../requests/answer-view.ts';
import { readDraft, type RequestDraft } from '../../../requests/payload-draft.ts';
import { addToHistory } from '../../../requests/request-history.ts';
import { useServices } from '../../../services.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { HistoryList } from './history-list.tsx';
import { RequestForm } from './request-form.tsx';
import './requests-tab.css';

/** The editor, the answer and the history. */
export function RequestsTab() {
  const { device } = useLiveDevice();
  const { requests } = useServices();
  const { state, send } = useRequest();
  const [draft, setDraft] = useState(() => requests.draft(device.key));
  const [history, setHistory] = useState(() => requests.history(device.key));
  const change = (changed: RequestDraft) => {
    requests.keepDraft(device.key, changed);
    setDraft(changed);
  };
  const submit = async () => {
    const read = readDraft(draft, messages.check);
    if (!read.ok) return;
    const { payload, contentFormat } = read;
    const outcome = await send({ method: draft.method, path: draft.path, payload, contentFormat });
    const view = outcome.kind === 'answered' ? viewOfAnswer(outcome.answer, messages.requests) : undefined;
    const entry = { draft, status: view?.status, isGood: view?.isGood ?? false };
    const longer = addToHistory(requests.history(device.key), entry);
    requests.keepHistory(device.key, longer);
    setHistory(longer);
  };
  return (
    <div className="lw-requests">
      <h2 className="lw-hidden">{messages.requests.title}</h2>
      <RequestForm draft={draft} onChange={change} onSend={submit} isBusy={state.kind === 'pending'} />
      <AnswerPanel state={state} />
      <HistoryList history={history} onUse={change} />
    </div>
  );
}
