/** @module Settings of the device for pairing and its name. */
import type { CborValue, IamSettings } from '@longwire/protocol';
import { checkFriendlyName, parseIamSettings } from '@longwire/protocol/iam';
import type { CallOptions } from '../request/request-options.ts';
import { failTo, get, getList, Status, type IamCaller } from './iam-call.ts';

/** The pairing modes that can be enabled or disabled. */
export type PairingMode = 'password-open-pairing' | 'password-invite-pairing' | 'local-open-pairing';

/** Requests about settings. */
export interface SettingsCalls {
  getSettings(options?: CallOptions): Promise<IamSettings>;
  setPairingMode(mode: PairingMode, isOn: boolean, options?: CallOptions): Promise<void>;
  setFriendlyName(name: string, options?: CallOptions): Promise<void>;
  listNotificationCategories(options?: CallOptions): Promise<string[]>;
}

/** Creates the requests about settings. */
export function createSettingsCalls(call: IamCaller): SettingsCalls {
  const put = async (path: string, body: CborValue, options: CallOptions): Promise<void> => {
    await call(
      { method: 'PUT', path, body, expected: Status.changed, fail: failTo('change settings') },
      options,
    );
  };
  return {
    getSettings: async (options = {}) => {
      const response = await get(call, { path: '/iam/settings', fail: failTo('get settings') }, options);
      return parseIamSettings(await response.cbor());
    },
    setPairingMode: async (mode, isOn, options = {}) => put(`/iam/settings/${mode}`, isOn, options),
    setFriendlyName: async (name, options = {}) =>
      put('/iam/device-info/friendly-name', checkFriendlyName(name), options),
    listNotificationCategories: async (options = {}) => {
      const fail = failTo('list notification categories');
      return getList(call, { path: '/iam/notification-categories', fail }, options);
    },
  };
}
