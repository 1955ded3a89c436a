/** @module Valid and almost valid messages of `coap-ws/1`, in any order. */
import {
  CoapCode,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  encodeCsm,
  pathOptions,
  uintOption,
  type CoapOption,
} from '@longwire/protocol';
import { mutateBytes } from './mutate.ts';
import type { Random } from './random.ts';

const CODES = [
  CoapCode.GET,
  CoapCode.POST,
  CoapCode.PUT,
  CoapCode.DELETE,
  CoapCode.PING,
  CoapCode.CSM,
  0,
] as const;
const { BLOCK1, BLOCK2, OBSERVE, IF_MATCH, SIZE1 } = CoapOptionNumber;

/** Settings that a device accepts. */
export function settings(): Uint8Array {
  return encodeCsm({ maxMessageSize: 262_144, isBlockWise: true });
}

/** One message. */
export function coapMessage(random: Random, paths: readonly [string, ...string[]]): Uint8Array {
  const options: CoapOption[] = pathOptions(random.pick(paths));
  const block = {
    num: random.pick([0, 0, 0, 1, 2, 1_048_575]),
    more: random.chance(70),
    szx: random.below(8),
  };
  if (random.chance(40)) options.push(encodeBlock(BLOCK1, block));
  if (random.chance(20)) options.push(encodeBlock(BLOCK2, block));
  if (random.chance(30)) options.push(uintOption(OBSERVE, random.pick([0, 0, 1, 7])));
  if (random.chance(10)) options.push({ number: IF_MATCH, value: random.bytes(random.below(10)) });
  if (random.chance(10)) options.push(uintOption(SIZE1, random.below(2 ** 32)));
  if (random.chance(5)) options.push({ number: random.below(65_536), value: random.bytes(random.below(20)) });
  const bytes = encodeCoapFrame({
    code: random.pick(CODES),
    token: random.bytes(random.below(3)),
    options,
    payload: new Uint8Array(random.pick([0, 0, 16, 1024, 100_000])),
  });
  return random.chance(3) ? mutateBytes(random, bytes) : bytes;
}
