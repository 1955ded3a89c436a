/** @module Whether the service accepts a connection token that the device made: deployed devices do not register theirs. */

import { createConnection, EdgeError } from '@longwire/client';
import type { RememberedDevice } from '../devices/remembered-device.ts';

/** Tries it without logging in. It counts as accepted unless the token itself is rejected. */
export async function isTokenTaken(
  { service, productId, deviceId }: Pick<RememberedDevice, 'service' | 'productId' | 'deviceId'>,
  sct: string,
): Promise<boolean> {
  const place = { signalingServerUrl: service, productId, deviceId, iceServers: [] };
  const connection = createConnection({ ...place, sct });
  try {
    await connection.connect();
    await connection.close();
    return true;
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return error.code !== 'ERR_TOKEN_REJECTED';
  }
}
