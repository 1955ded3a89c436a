/** @module Settings of the device for pairing and its name. */
import type { CborValue, IamSettings } from '@longwire/protocol';
import { checkFriendlyName, parseIamSettings, parseStringList } from '@longwire/protocol/iam';
import type { CallOptions } from '../request/request-options.ts';
import { failTo, listOf, Status, type IamCaller } from './iam-call.ts';

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
      const get = { path: '/iam/settings', fail: failTo('get settings') };
      const response = await call({ method: 'GET', expected: Status.content, ...get }, options);
      return parseIamSettings(await response.cbor());
    },
    setPairingMode: async (mode, isOn, options = {}) => put(`/iam/settings/${mode}`, isOn, options),
    setFriendlyName: async (name, options = {}) =>
      put('/iam/device-info/friendly-name', checkFriendlyName(name), options),
    listNotificationCategories: async (options = {}) => {
      const list = { path: '/iam/notification-categories', fail: failTo('list notification categories') };
      return listOf(
        await call({ method: 'GET', expected: Status.content, ...list }, options),
        parseStringList,
      );
    },
  };
}
