/** @module The public surface of @longwire/testing. */
export { ManualClock } from './clock/manual-clock.ts';
export { CountedTarget, type EventFields } from './counted-target.ts';
export type { FakeFaults, Heal } from './faults/fake-faults.ts';
export type { FakeMessage } from './faults/fake-lines.ts';
export { asCertificate, asDataChannel, asPeerConnection, asTrack } from './as-dom.ts';
export { FakeCertificate } from './rtc/fake-certificate.ts';
export { FakeDataChannel, type FakeLine } from './rtc/fake-data-channel.ts';
export {
  FakePeerConnection,
  type FakeCarry,
  type FakeGathering,
  type FakePeerNetwork,
} from './rtc/fake-peer-connection.ts';
export { FakeMediaStream } from './rtc/fake-media-stream.ts';
export { FakeRtcNetwork, type FakeRtcOptions } from './rtc/fake-rtc-network.ts';
export { FakeTrack, FakeTransceiver } from './rtc/fake-transceiver.ts';
export { FakeDtlsTransport, FakeSctpTransport, type CertificateView } from './rtc/fake-transports.ts';
export { FakeSockets } from './socket/fake-sockets.ts';
export { FakeWebSocket, type FakeSocketHandler } from './socket/fake-web-socket.ts';
export { FAKE_MAX_MESSAGE_BYTES, FakeCoapWs } from './world/fake-coap-ws.ts';
export { FakeDevice, type FakeDeviceOptions } from './world/fake-device.ts';
export { createFakeIdentity, type FakeIdentity } from './world/fake-identity.ts';
export { FakeResources, type FakeAnswer, type FakeHandler } from './world/fake-resources.ts';
export { FakeStream } from './world/fake-stream.ts';
export { makeUnboundToken, proveUnbound } from './world/unbound-proof.ts';
export {
  createFakeWorld,
  FakeWorld,
  type FakeClientOptions,
  type FakeIntercept,
  type FakeLeftovers,
  type FakeRewrite,
  type FakeWorldOptions,
} from './world/fake-world.ts';
