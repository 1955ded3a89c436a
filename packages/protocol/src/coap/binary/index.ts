/** @module `@longwire/protocol/coap-binary`: requests and responses as messages of `coap-ws/1`. */
export { encodeAbort } from './abort.ts';
export { BERT_SZX, BERT_UNIT_BYTES, blockUnitBytes, encodeBlock, parseBlock } from './block.ts';
export { CoapCode, isSignal, statusOfCode } from './coap-code.ts';
export { encodeCoapFrame, parseCoapFrame } from './coap-frame.ts';
export {
  CoapOptionNumber,
  isCritical,
  ObserveAction,
  optionOf,
  pathOptions,
  segmentOptions,
  uintBytes,
  uintOf,
  uintOption,
} from './coap-option.ts';
export { BASE_CSM, encodeCsm, MAX_COAP_MESSAGE_BYTES, parseCsm } from './csm.ts';
