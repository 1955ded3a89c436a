/** @module Selects the devices on the wall. */

import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { FIRST_ON_WALL, MOST_ON_WALL } from '../../wall/wall-choice.ts';

const words = messages.wall;

/** Props of the chooser. */
export interface WallChooserProps {
  readonly place: Ref<HTMLFieldSetElement>;
  readonly devices: readonly RememberedDevice[];
  readonly chosen: readonly string[];
  /** The keys of the chosen devices; `undefined` means the first ones. */
  readonly onChoose: (keys: readonly string[] | undefined) => void;
  readonly onDone: () => void;
}

/** A checkbox for each device, effective immediately. */
export function WallChooser({ place, devices, chosen, onChoose, onDone }: WallChooserProps) {
  const isFull = chosen.length >= MOST_ON_WALL;
  const change = (key: string, isWanted: boolean) =>
    onChoose(isWanted ? [...chosen, key] : chosen.filter((other) => other !== key));
  return (
    <fieldset ref={place} className="lw-wall-chooser">
      <legend>{words.chooseTitle}</legend>
      <div className="lw-wall-boxes">
        {devices.map((device) => {
          const isChosen = chosen.includes(device.key);
          return (
            <label key={device.key} className="lw-wall-box">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && isFull}
                onChange={(event) => change(device.key, event.currentTarget.checked)}
              />
              <span>{nameOf(device)}</span>
            </label>
          );
        })}
      </div>
      {isFull && <p className="lw-soft">{words.most(MOST_ON_WALL)}</p>}
      <div className="lw-actions">
        <Button onClick={onDone}>{words.done}</Button>
        <Button variant="default" onClick={() => onChoose(undefined)}>
          {words.first(FIRST_ON_WALL)}
        </Button>
      </div>
    </fieldset>
  );
}
