/** @module Buttons that affect the example device while an example runs. */
import type { Heal } from '@longwire/testing';
import { useEffect, useState } from 'react';
import type { Stage } from './stage.ts';

/** An action that happens once, or a condition that lasts until it is reverted. */
export type Control =
  | { readonly label: string; readonly act: (stage: Stage) => void }
  | { readonly label: string; readonly begin: (stage: Stage) => Heal };

/** Faults that can happen to any device. */
export const FAULTS: readonly Control[] = [
  { label: 'Lose the connection', act: (stage) => stage.loseConnection() },
  { label: 'Device without power', begin: (stage) => stage.switchOff() },
  { label: 'Service unreachable', begin: (stage) => stage.stopService() },
];

export const IMPOSTOR: Control = { label: 'Another device answers', begin: (stage) => stage.impersonate() };
export const LIGHT_SWITCH: Control = {
  label: 'Press the switch on the wall',
  act: (stage) => stage.device.pressLightSwitch(),
};
export const LIGHT_LOCK: Control = { label: 'Forbid the light', begin: (stage) => stage.lockLight() };

/** Shows a button for each action. */
export function Controls({
  stage,
  controls,
}: {
  readonly stage: Stage;
  readonly controls: readonly Control[];
}) {
  return controls.map((control) =>
    'act' in control ? (
      <button key={control.label} onClick={() => control.act(stage)}>
        {control.label}
      </button>
    ) : (
      <Lasting key={control.label} label={control.label} begin={() => control.begin(stage)} />
    ),
  );
}

function Lasting({ label, begin }: { readonly label: string; readonly begin: () => Heal }) {
  const [heal, setHeal] = useState<{ readonly now: Heal }>();
  useEffect(() => () => heal?.now(), [heal]);
  const toggle = (): void => setHeal(heal === undefined ? { now: begin() } : undefined);
  return (
    <button aria-pressed={heal !== undefined} onClick={toggle}>
      {label}
    </button>
  );
}
