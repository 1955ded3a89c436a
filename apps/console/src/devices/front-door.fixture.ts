/** @module For tests: the details of one device, as a link gives them. */

import type { DeviceDetails } from '../link/device-details.ts';

export const FRONT_DOOR_KEY: string = 'aa'.repeat(32);

export const frontDoor: DeviceDetails = {
  productId: 'pr-1',
  deviceId: 'de-door',
  service: 'wss://home.example',
  sct: 'lw_token',
  name: 'Front door',
  fingerprint: FRONT_DOOR_KEY,
  username: 'admin',
};
