/** @module A resource with a description: a value that people see and change, or something that the device does when it is asked. */
import type { DataSchema, BooleanSchema, NumberSchema, StringSchema } from './data-schema.ts';
import type { DeviceRequest } from './device-request.ts';

/** What every description has. */
export interface ResourceText {
  /** For people; one line. */
  readonly title: string;
  /** A sentence for people. */
  readonly description?: string;
  /** For programs: one or more resource types, such as `temperature-c`. */
  readonly rt?: string | readonly string[];
  /** The action that the caller's role must allow (default `Device:Invoke`); null: everyone may. */
  readonly action?: string | null;
  /** The action for changing the value; `action` unless given. */
  readonly writeAction?: string | null;
}

/** How a value is read, and changed if it can be. */
export interface ValueHandlers<Value> {
  get(request: DeviceRequest): Value | Promise<Value>;
  /** Called with a value that the description allows; observers are notified afterwards. */
  put?(value: Value, request: DeviceRequest): void | Promise<void>;
}

/** A resource with a value: a property of the Thing Description. */
export type ValueResource = ResourceText &
  (
    | (BooleanSchema & ValueHandlers<boolean>)
    | (NumberSchema & ValueHandlers<number>)
    | (StringSchema & ValueHandlers<string>)
  );

/** A resource that does something: an action of the Thing Description. */
export interface ActionResource extends Omit<ResourceText, 'writeAction'> {
  readonly type?: never;
  /** What a call without a payload does. */
  readonly post: (request: DeviceRequest) => void | Promise<void>;
  /** It changes nothing. Pages ask before an action that is neither safe nor idempotent. */
  readonly safe?: boolean;
  /** Once more changes nothing more. */
  readonly idempotent?: boolean;
}

/** What a route means to people: a part of the Thing Description. */
export type Affordance =
  | { readonly kind: 'property'; readonly text: ResourceText; readonly schema: DataSchema }
  | {
      readonly kind: 'action';
      readonly text: ResourceText;
      readonly isSafe: boolean;
      readonly isIdempotent: boolean;
    };
