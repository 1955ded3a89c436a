/** @module Whether the service takes a connection token that the device made: deployed devices do not announce theirs. */

import type { RememberedDevice } from '../devices/remembered-device.ts';
import { createConnection, EdgeError } from '../wire.ts';

/** Tries it, as nobody. Anything but a refusal of the token itself leaves it good. */
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
