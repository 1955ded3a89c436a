/** @module All parts that the client loads on first use. */
import { LOGIN } from '../connection/authenticator.ts';
import { LINK } from '../connection/connect-attempt.ts';
import { STREAMS } from '../connection/link-streams.ts';
import { STATS } from '../diagnostics/stats/stats-feed.ts';
import { IAM } from '../iam/iam-client.ts';
import { CBOR } from '../request/cbor-part.ts';
import { DEVICE_WAIT } from '../session/device-waiter.ts';

/** Loads them. */
export async function loadAllParts(): Promise<void> {
  await Promise.all([LINK, STREAMS, LOGIN, STATS, IAM, CBOR, DEVICE_WAIT].map((part) => part.load()));
}
