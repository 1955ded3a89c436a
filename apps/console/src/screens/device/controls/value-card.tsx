/** @module A control with a value: shown, and where it can be changed with the field that fits it. */

import { useId } from 'react';
import {
  labelOf,
  MAX_TEXT_LENGTH,
  type Scalar,
  type ValueControl,
  type ValueShape,
} from '../../../controls/control.ts';
import { formatNumber } from '../../../controls/unit.ts';
import { messages } from '../../../messages/messages.ts';
import { SwitchInput } from '../../../ui/switch-input.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { ChoiceField } from './choice-field.tsx';
import { ControlCard } from './control-card.tsx';
import { RangeField } from './range-field.tsx';
import { TypedField } from './typed-field.tsx';
import { useValue, type ControlledValue } from './use-value.ts';

const words = messages.controls;

/** The value, and its field. */
export function ValueCard({ control }: { readonly control: ValueControl }) {
  const id = useId();
  const isAway = useLiveDevice().state.link.kind === 'recovering';
  const controlled = useValue(control);
  const shape = shapeOf(control, controlled);
  const { value, put, problem } = controlled;
  const { title, isWritable } = control;
  const text = textOf(shape, controlled);
  const shown = (
    <span className="lw-control-value" aria-busy={controlled.isWaiting}>
      {text}
    </span>
  );
  if (!isWritable || shape.kind === 'unknown')
    return <ControlCard control={control} aside={shown} problem={problem} />;
  if (shape.kind === 'boolean') {
    const aside = (
      <label className="lw-control-switch" htmlFor={id}>
        <span aria-hidden="true">{text}</span>
        <SwitchInput
          id={id}
          label={title}
          isOn={value === true}
          isBusy={false}
          isDisabled={isAway || controlled.isWaiting}
          onChange={(isOn) => void put(isOn)}
        />
      </label>
    );
    return <ControlCard control={control} aside={aside} problem={problem} />;
  }
  const field = { title, value, isDisabled: isAway || controlled.isWaiting };
  const onPut = (chosen: Scalar) => void put(chosen);
  if (shape.kind === 'choice') {
    return (
      <ControlCard control={control} aside={null} problem={problem}>
        <ChoiceField {...field} onPut={onPut} choices={shape.choices} />
      </ControlCard>
    );
  }
  const { minimum, maximum } = shape.kind === 'number' ? shape : {};
  if (shape.kind === 'number' && minimum !== undefined && maximum !== undefined && minimum < maximum) {
    const format = (number: number) => formatNumber(number, unitOf(shape, controlled), messages.language);
    return (
      <ControlCard control={control} aside={null} problem={problem}>
        <RangeField {...field} onPut={onPut} shape={{ ...shape, minimum, maximum }} format={format} />
      </ControlCard>
    );
  }
  return (
    <ControlCard control={control} aside={shape.kind === 'number' && shown} problem={problem}>
      <TypedField {...field} onPut={put} shape={shape} />
    </ControlCard>
  );
}

/** The described shape, else that of the value that the device has said. */
function shapeOf({ shape }: ValueControl, { read }: ControlledValue): ValueShape {
  const value = read?.value;
  if (shape.kind !== 'unknown' || value === undefined) return shape;
  if (typeof value === 'boolean') return { kind: 'boolean' };
  return typeof value === 'number' ? NUMBER : TEXT;
}

const NUMBER = {
  kind: 'number',
  isInteger: false,
  unit: undefined,
  minimum: undefined,
  maximum: undefined,
  step: undefined,
} as const;
const TEXT = { kind: 'text', maxLength: MAX_TEXT_LENGTH } as const;

function unitOf(shape: ValueShape, { read }: ControlledValue): string | undefined {
  return read?.unit ?? (shape.kind === 'number' ? shape.unit : undefined);
}

/** The value for people; a dash until there is one. */
function textOf(shape: ValueShape, controlled: ControlledValue): string {
  const { value, read, isWaiting } = controlled;
  if (isWaiting && value === undefined) return words.waiting;
  const choice = shape.kind === 'choice' ? shape.choices.find((each) => each.value === value) : undefined;
  if (choice !== undefined) return choice.title;
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (typeof value === 'number') return formatNumber(value, unitOf(shape, controlled), messages.language);
  if (typeof value === 'string') return labelOf(value, MAX_TEXT_LENGTH) ?? words.nothing;
  return read?.text ?? (controlled.problem === undefined ? words.unreadable : words.nothing);
}
