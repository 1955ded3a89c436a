/** @module The value of a control: what the device has said, or what the person has just chosen until the device says otherwise. */

import { useObserve, useRequest } from '@longwire/react';
import { useEffect, useRef, useState } from 'react';
import type { DeviceResponse } from '@longwire/client';
import type { Scalar, ValueControl } from '../../../controls/control.ts';
import { readValue, writeValue, type ShownValue } from '../../../controls/control-value.ts';
import { answerProblem, errorProblem } from './control-problem.ts';

/** How often a value is read that the device does not notify, or has failed to give, in milliseconds. Reason: a person looks at it. */
const READ_MS = 10_000;

/** The value, and how to change it. */
export interface ControlledValue {
  /** What the device has said; undefined until then, and for what cannot be shown. */
  readonly read: ShownValue | undefined;
  /** What is shown: the chosen value while the device has not said another. */
  readonly value: Scalar | undefined;
  readonly isWaiting: boolean;
  readonly problem: string | undefined;
  /** Resolves with whether the device has taken the value; true also if another was chosen meanwhile. */
  readonly put: (value: Scalar) => Promise<boolean>;
}

/** A value that was chosen, and the device's answer at that time. */
interface Change {
  readonly value: Scalar;
  readonly before: DeviceResponse | undefined;
  readonly isAccepted: boolean;
}

/** Follows the value while the card is shown. */
export function useValue(control: ValueControl): ControlledValue {
  const { path, isReadable } = control;
  const { state, refresh } = useObserve(isReadable ? path : undefined, { pollMs: READ_MS });
  const { send } = useRequest();
  const [change, setChange] = useState<Change>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef(0);
  useEffect(() => {
    if (state.kind !== 'failed') return undefined;
    const timer = setTimeout(refresh, READ_MS);
    return () => clearTimeout(timer);
  }, [state, refresh]);
  const answer = state.kind === 'waiting' ? undefined : state.value;
  const read = answer === undefined ? undefined : readValue(answer, control);
  // Once the device has accepted a value, the next one that it says is the truth.
  if (change !== undefined && change.isAccepted && change.before !== answer) setChange(undefined);
  const put = async (value: Scalar): Promise<boolean> => {
    latest.current += 1;
    const own = latest.current;
    const chosen = { value, before: answer, isAccepted: false };
    setChange(chosen);
    setProblem(undefined);
    const end = await send({ method: 'PUT', path, ...writeValue(value, read?.encoding ?? 'json') });
    // A later choice has its own end.
    if (own !== latest.current) return true;
    const refused = end.kind === 'answered' ? answerProblem(end.answer) : undefined;
    const failed = end.kind === 'failed' ? errorProblem(end.error) : refused;
    setProblem(failed);
    setChange(failed === undefined ? { ...chosen, isAccepted: true } : undefined);
    if (isReadable) refresh();
    return failed === undefined;
  };
  return {
    read,
    value: change?.value ?? read?.value,
    isWaiting: isReadable && state.kind === 'waiting',
    problem: problem ?? (state.kind === 'failed' ? errorProblem(state.error) : undefined),
    put,
  };
}
