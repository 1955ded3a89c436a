/** @module Buttons that affect the example device while an example runs. */
import type { Heal } from '@longwire/testing';
import { useEffect, useState } from 'react';
import type { Stage } from './stage.ts';

/** An action that happens once, or a condition that lasts until it is reverted. */
export type Hand =
  | { readonly label: string; readonly act: (stage: Stage) => void }
  | { readonly label: string; readonly begin: (stage: Stage) => Heal };

/** Faults that can happen to any device. */
export const FAULTS: readonly Hand[] = [
  { label: 'Lose the connection', act: (stage) => stage.loseConnection() },
  { label: 'Device without power', begin: (stage) => stage.switchOff() },
  { label: 'Service unreachable', begin: (stage) => stage.stopService() },
];

export const IMPOSTOR: Hand = { label: 'Another device answers', begin: (stage) => stage.impersonate() };
export const LIGHT_SWITCH: Hand = {
  label: 'Press the switch on the wall',
  act: (stage) => stage.home.pressLightSwitch(),
};
export const LIGHT_LOCK: Hand = { label: 'Forbid the light', begin: (stage) => stage.lockLight() };

/** Shows a button for each action. */
export function Hands({ stage, hands }: { readonly stage: Stage; readonly hands: readonly Hand[] }) {
  return hands.map((hand) =>
    'act' in hand ? (
      <button key={hand.label} onClick={() => hand.act(stage)}>
        {hand.label}
      </button>
    ) : (
      <Lasting key={hand.label} label={hand.label} begin={() => hand.begin(stage)} />
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
