/** @module Any request: sends requests, shows responses, observes resources, and lists earlier requests. */

import { useRef, useState, useSyncExternalStore } from 'react';
import { messages } from '../../../messages/messages.ts';
import { readDraft, withQueryApart, type RequestDraft } from '../../../requests/payload-draft.ts';
import { nameInPattern, type MenuItem } from '../../../requests/resource-menu.ts';
import { useServices } from '../../../services.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { HistoryList } from './history-list.tsx';
import { ObservePanel } from './observe-panel.tsx';
import { RequestForm } from './request-form.tsx';
import { ResourceMenu } from './resource-menu.tsx';
import { useAnswerInView } from './use-answer-in-view.ts';
import './requests-panel.css';

/** The editor, the device's resources, the response, the observation, and the history. */
export function RequestsPanel() {
  const { device, state } = useLiveDevice();
  const store = useServices().requests.of(device.key);
  const { draft, run, observed, history } = useSyncExternalStore(store.subscribe, store.snapshot);
  const [isChecked, setIsChecked] = useState(false);
  const pathInput = useRef<HTMLInputElement>(null);
  const { place: answerPlace, showPlace, expectAnswer } = useAnswerInView(run);
  const { session } = state;

  /** Returns whether the request was valid and sent. */
  const send = (typed: RequestDraft): boolean => {
    const read = readDraft(typed, messages.check);
    setIsChecked(!read.ok);
    if (!read.ok) return false;
    void store.send(session, withQueryApart(typed), read.request);
    showPlace();
    return true;
  };
  const observe = () => {
    const read = readDraft({ ...draft, format: 'none' }, messages.check);
    setIsChecked(!read.ok);
    if (read.ok) void store.observe(session, read.request.path);
  };
  const bring = (brought: RequestDraft) => {
    setIsChecked(false);
    store.type(brought);
    pathInput.current?.focus();
  };
  const pick = ({ path, methods: [first = 'GET'], methods }: MenuItem) => {
    bring({ ...draft, path, query: '', method: methods.includes(draft.method) ? draft.method : first });
    const name = nameInPattern(path);
    // The field shows the new path after the next paint.
    requestAnimationFrame(() => pathInput.current?.setSelectionRange(name?.start ?? 0, name?.end ?? 0));
  };
  return (
    <div className="lw-requests">
      <div className="lw-requests-ask">
        <RequestForm
          draft={draft}
          isChecked={isChecked}
          isBusy={run.kind === 'pending'}
          pathInput={pathInput}
          onChange={(typed) => store.type(typed)}
          onSend={() => {
            if (send(draft)) expectAnswer();
          }}
          onObserve={observe}
          onStop={() => store.stop()}
        />
        <ResourceMenu session={session} onPick={pick} />
      </div>
      <div className="lw-requests-see">
        <div ref={answerPlace}>
          <AnswerPanel state={run} />
        </div>
        <ObservePanel
          state={observed}
          onPause={() => store.pauseObserving()}
          onResume={() => store.resumeObserving()}
          onStop={() => store.stopObserving()}
          onAgain={(path) => void store.observe(session, path)}
          onClose={() => store.clearObserved()}
        />
        <HistoryList
          history={history}
          onUse={bring}
          onRun={(again) => {
            bring(again);
            send(again);
          }}
          onClear={() => void store.clearHistory()}
        />
      </div>
    </div>
  );
}
