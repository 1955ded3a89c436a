/** @module The public surface of @longwire/protocol. */
export { assertNever } from './assert-never.ts';
export {
  makeAttachmentToken,
  verifyAttachmentToken,
  type AttachmentClaims,
} from './attachment/attachment-token.ts';
export {
  makeChallengeToken,
  verifyChallengeToken,
  type ChallengeVerdict,
  type WireFingerprints,
} from './auth/challenge-token.ts';
export { fingerprintOfDer } from './auth/certificate-fingerprint.ts';
export { parseFingerprint, type Fingerprint } from './auth/fingerprint.ts';
export { fingerprintsFromSdp } from './auth/sdp-fingerprints.ts';
export { publicKeyFingerprint } from './auth/public-key-fingerprint.ts';
export { parsePasswordVerifier, passwordVerifier, type PasswordVerifier } from './auth/password-verifier.ts';
export type { RandomBytes } from './bytes/random-bytes.ts';
export { generatePassword } from './pairing/password.ts';
export { cachedIssuerKeys, type IssuerKeyCacheOptions } from './jws/issuer-key-cache.ts';
export { parseJwks, type IssuerKey, type IssuerKeys, type ParseJwksOptions } from './jws/parse-jwks.ts';
export { isJsonObject, type JsonObject } from './json/parse-json.ts';
export { JWKS_ACCEPT, JWKS_TIMEOUT_MS, readJwks, type JwksResponse } from './jws/read-jwks.ts';
export { parsePublicJwk, publicJwkOfPoint, type PublicJwk } from './jws/public-jwk.ts';
export type { SigningKey } from './jws/signing-key.ts';
export type { SubtleVerifier } from './jws/subtle-verifier.ts';
export { base64urlDecode, base64urlEncode } from './bytes/base64url.ts';
export { ByteQueue } from './bytes/byte-queue.ts';
export { concatBytes } from './bytes/concat-bytes.ts';
export { equalBytes } from './bytes/equal-bytes.ts';
export { bytesToHex, hexToBytes } from './bytes/hex.ts';
export { utf8Decode, utf8Encode } from './bytes/utf8.ts';
export type { CborValue } from './cbor/cbor-value.ts';
export { foldId } from './device-id/fold-id.ts';
export { deviceLabel, isDeviceLabel } from './device-origin/device-label.ts';
export { EdgeError } from './errors/edge-error.ts';
export { given } from './given.ts';
export { ERROR_CODES, type ErrorCode } from './errors/error-code.ts';
export { hasErrorCode } from './errors/has-error-code.ts';
export { wasEvicted, isDeviceFull, allowsOneConnection } from './errors/session-limit.ts';
export { isTokenUnchecked } from './errors/token-unchecked.ts';
export { SignalingCloseError } from './errors/signaling-close-error.ts';
export { SPEC_MESSAGES, specError, type SpecErrorCode } from './errors/spec-message.ts';
export { StatusError } from './errors/status-error.ts';
export { toError } from './errors/to-error.ts';
export { Emitter, type EventMap, type Listenable, type ListenerErrorHandler } from './events/emitter.ts';
export { Store } from './events/store.ts';
export { TaskQueue } from './events/task-queue.ts';
export { backOffMs, type BackOff } from './limits/back-off.ts';
export { KeyedBuckets, type KeyedBucketsOptions, type TakeVerdict } from './limits/keyed-buckets.ts';
export { TokenBucket, type BucketRate } from './limits/token-bucket.ts';
export { clockOf, type Clock, type PlatformTimers } from './time/clock.ts';
export {
  abortedByCaller,
  onAbort,
  onLimit,
  throwIfAborted,
  waitFor,
  withLimits,
  type AbortOptions,
  type Settle,
  type TimeLimit,
  type WaitLimits,
} from './time/wait.ts';
export { surviveBrokenOutput } from './node/broken-output.ts';
export { checkNode, nodeProblem } from './node/node-version.ts';
export { Cancelled, runProgram } from './node/run-program.ts';
export { stopSignal } from './node/stop-signal.ts';
export { AsyncDisposables, Disposables } from './dispose/disposables.ts';
export { after, every } from './time/timers.ts';
export { isSameKey, type DeviceKey } from './device-id/device-key.ts';
export { MAX_DURATION_MS, parseDuration } from './time/duration.ts';
export { silentLogger, type LogFields, type Logger } from './log/logger.ts';
export { redactingLogger, type RedactionOptions } from './log/redacting-logger.ts';
export type { Parsed } from './parsed.ts';
export { CloseCode } from './signaling/close-code.ts';
export * as CloseReason from './signaling/close-reason.ts';
export { encodeSignalingMessage } from './signaling/encode-signaling-message.ts';
export { iceServersFromTurnReply } from './signaling/ice-servers-from-turn-reply.ts';
export type { IceServer, TurnReply, TurnServer } from './signaling/ice-server.ts';
export {
  MAX_TRACK_MESSAGE_LENGTH,
  TRACK_ERROR_CODES,
  type Metadata,
  type OverallStatus,
  type TrackErrorCode,
  type TrackMetadata,
} from './signaling/metadata.ts';
export { earlyMessages, LOGIN_FEATURES } from './signaling/early-messages.ts';
export { overallStatus } from './signaling/overall-status.ts';
export {
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
  SignalingType,
  isRelayed,
  type Description,
  type IceCandidate,
  type LoginMessage,
  type LoginReply,
  type RelayedMessage,
  type SignalingMessage,
} from './signaling/signaling-message.ts';
export { asksToWait, attachedOf, encodeDeviceReport, encodeWaitLogin } from './signaling/wait-messages.ts';
export { parseRelayedMessage } from './signaling/parse-relayed-message.ts';
export { MAX_SIGNALING_TEXT_LENGTH, parseSignalingMessage } from './signaling/parse-signaling-message.ts';
export { signalingKindOf } from './signaling/signaling-kind.ts';
export { serviceUrl, signalingUrl } from './signaling/signaling-url.ts';
export { encodeErrorResponse, encodeRequest, encodeResponse } from './coap/encode-coap.ts';
export {
  MAX_COAP_TEXT_LENGTH,
  type CoapErrorResponse,
  type CoapRequest,
  type CoapResponse,
} from './coap/coap-message.ts';
export { ContentFormat } from './coap/content-format.ts';
export { isContentFormat, MAX_CONTENT_FORMAT } from './coap/payload.ts';
export { METHODS, type Method } from './coap/method.ts';
export { parseRequest, type ParsedRequest } from './coap/parse-request.ts';
export { parseResponse, type ParsedResponse } from './coap/parse-response.ts';
export { BAD_CSM_OPTION, encodeAbort } from './coap/binary/abort.ts';
export {
  BERT_SZX,
  BERT_UNIT_BYTES,
  blockUnitBytes,
  encodeBlock,
  MAX_BLOCK_NUM,
  parseBlock,
  type Block,
} from './coap/binary/block.ts';
export { COAP_WS_FEATURE, CoapCode, codeOfStatus, isSignal, statusOfCode } from './coap/binary/coap-code.ts';
export {
  encodeCoapFrame,
  MAX_COAP_OPTIONS,
  parseCoapFrame,
  type CoapFrame,
} from './coap/binary/coap-frame.ts';
export {
  CoapOptionNumber,
  isCritical,
  ObserveAction,
  optionOf,
  pathOf,
  pathOptions,
  queryOf,
  uintOf,
  uintOption,
  type CoapOption,
} from './coap/binary/coap-option.ts';
export {
  BASE_CSM,
  encodeCsm,
  MAX_COAP_MESSAGE_BYTES,
  parseCsm,
  type Csm,
  type ParsedCsm,
} from './coap/binary/csm.ts';
export {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  AttachmentCloseCode,
  MAX_ANNOUNCED_HASHES,
  TOKENS_FEATURE,
  VERBATIM_FEATURE,
  REVOCATION_FEATURE,
  type AttachmentMessage,
  MAX_PUSH_BODY_BYTES,
  PUSH_FEATURE,
  type PushUrgency,
} from './attachment/attachment-message.ts';
export {
  encodeAttachmentMessage,
  MAX_ATTACHMENT_TEXT_LENGTH,
  parseAttachmentMessage,
} from './attachment/parse-attachment-message.ts';
export {
  decideDescription,
  type DescriptionDecision,
  type NegotiationState,
  type PeerSignalingState,
} from './peer/decide-description.ts';
export { NEGOTIATION_FEATURE, NEGOTIATION_LABEL } from './peer/negotiation-channel.ts';
export { withoutCandidates } from './peer/without-candidates.ts';
export type { Fcm, IamSettings, PairingInfo, User, UserFingerprint } from './iam/iam-record.ts';
export { parseIamSettings, parsePairingInfo, parseStringList, parseUser } from './iam/parse-iam-record.ts';
export { checkFriendlyName, checkOauthSubject, checkRoleName, checkSct } from './iam/iam-field-limit.ts';
export { checkDisplayName, checkPassword, checkUsername, IAM_LIMITS } from './iam/iam-limit.ts';
export { linkReach, type LinkReach } from './pairing/link-reach.ts';
export {
  formatPairingLink,
  parsePairingLink,
  queryLinkOf,
  type PairingLink,
} from './pairing/pairing-link.ts';
export { MAX_FEATURES, STREAM_FEATURE, selectFeatures } from './stream/feature.ts';
export { StreamResetCode, streamResetName } from './stream/reset-code.ts';
export { INITIAL_STREAM_CREDIT, ReceiveWindow, SendWindow } from './stream/stream-credit.ts';
export {
  decodeStreamFrame,
  encodeStreamFrame,
  MAX_STREAM_MESSAGE_BYTES,
  STREAM_CHUNK_BYTES,
  type StreamFrame,
} from './stream/stream-frame.ts';
export {
  checkStreamPort,
  formatStreamLabel,
  MAX_STREAM_PORT,
  parseStreamLabel,
} from './stream/stream-label.ts';
export { textTable } from './text/text-table.ts';
export { reportVerdicts } from './verdict/report-verdicts.ts';
export { bad, formatVerdict, good, skipped, warning, type Verdict } from './verdict/verdict.ts';
export {
  decodeMappedAddress,
  decodeStunMessage,
  encodeMappedAddress,
  encodeStunMessage,
  STUN_ATTRIBUTE_HEADER_BYTES,
  STUN_HEADER_BYTES,
  StunAttribute,
  StunType,
  type DecodedStunAttribute,
  type DecodedStunMessage,
  type StunEndpoint,
  type StunMessage,
} from './stun/stun-message.ts';
