/**
 * @module A typical existing page: a plain script that uses `window.EdgeWebrtc` and `window.nabtoModuleUtil` and nothing else of
 * Longwire. Tests call its functions by name; their results are JSON.
 */
/* global EdgeWebrtc, nabtoModuleUtil */
/* oxlint-disable no-unused-vars -- tests call the functions by name */

const connection = EdgeWebrtc.createEdgeWebrtcConnection();
const iamUtil = EdgeWebrtc.createEdgeWebrtcIamUtil();

/** The arguments of the callbacks. */
const calls = { closed: [], tracks: [] };

connection.onClosed(() => calls.closed.push('a callback that was replaced'));
connection.onTrack(() => calls.tracks.push('a callback that was replaced'));

connection.onClosed((error) => calls.closed.push(error ? describeError(error) : 'no error'));
connection.onTrack((event, trackId, error) => {
  calls.tracks.push({ trackId, ...(error && { error }), ...(event && { kind: event.track.kind }) });
  if (error || !event) return;
  const element = document.getElementById(event.track.kind === 'video' ? 'camera' : 'speaker');
  element.srcObject = event.streams[0] || new MediaStream([event.track]);
});

function describeError(error) {
  const { NabtoWebrtcError, NabtoWebrtcErrorCode } = EdgeWebrtc;
  return {
    message: error.message,
    isError: error instanceof Error,
    ...(error instanceof NabtoWebrtcError && {
      code: error.code,
      name: NabtoWebrtcErrorCode[error.code],
      ...(error.cause && {
        isCloseEvent: error.cause instanceof CloseEvent,
        closeCode: error.cause.code,
      }),
    }),
  };
}

/** The rejection of a promise; pages use `.then` and `.catch`. */
function rejection(promise) {
  return promise
    .then(() => 'no error')
    .catch((error) => (error instanceof EdgeWebrtc.NabtoWebrtcError ? describeError(error) : error.message));
}

function setOptions(options) {
  connection.setConnectionOptions(options);
}

function connect() {
  return rejection(connection.connect());
}

function close() {
  return rejection(connection.close());
}

/** Closes, and connects before closing is complete. */
function closeAndConnect() {
  return Promise.all([rejection(connection.close()), rejection(connection.connect())]);
}

/** Connects, closes, and connects again with the same object. */
async function connectTwice() {
  const answers = [await connect(), await rejection(connection.connect()), await close(), await close()];
  return [...answers, await connect(), (await connection.coapInvoke('GET', '/iam/me')).statusCode];
}

/** One call of each kind before connecting. */
function callsBeforeConnect() {
  const [track] = document.createElement('canvas').captureStream().getTracks();
  return Promise.all(
    [
      connection.coapInvoke('GET', '/iam/me'),
      connection.passwordAuthenticate('user', 'password'),
      connection.validateFingerprint('ab'),
      connection.addTrack(track, 'track'),
      connection.createDatachannel('label'),
      iamUtil.getMe(connection),
    ].map(rejection),
  );
}

const bytes = new Uint8Array([0, 127, 128, 255]);
const words = new Uint16Array([0x0102, 0xf0f1]);

/** Every type of payload. */
const payloads = {
  string: 'hé €',
  'array of numbers': [0, 127, 255],
  ArrayBuffer: bytes.buffer,
  Uint8Array: bytes,
  'part of a Uint8Array': bytes.subarray(1, 3),
  Int8Array: new Int8Array([-1, 1]),
  Uint8ClampedArray: new Uint8ClampedArray([300, 1]),
  Uint16Array: words,
  DataView: new DataView(bytes.buffer, 2),
};

/** Sends each payload to the echo resource, with and without a format. */
async function echoPayloads(contentFormat) {
  const answers = {};
  for (const [name, payload] of Object.entries(payloads)) {
    answers[name] = await connection.coapInvoke('POST', '/echo', contentFormat, payload);
  }
  return answers;
}

function invoke(method, path, contentFormat, payload) {
  return connection.coapInvoke(method, path, contentFormat, payload);
}

function invokeText(method, path) {
  return connection.coapInvoke(method, path).then(({ statusCode, contentFormat, payload }) => ({
    statusCode,
    contentFormat,
    text: new TextDecoder().decode(new Uint8Array(payload)),
  }));
}

function logIn(username, password) {
  return rejection(connection.passwordAuthenticate(username, password));
}

/** Whether each value is accepted as the fingerprint, non-texts included. */
function validateFingerprints(texts) {
  const others = [undefined, null, 5, {}, [], true];
  return Promise.all([...texts, ...others].map((text) => connection.validateFingerprint(text)));
}

function createUser(username, role) {
  return iamUtil.createUser(connection, username, role);
}

function createUserError(username, role) {
  return rejection(iamUtil.createUser(connection, username, role));
}

function listRoles() {
  return iamUtil.listIamRoles(connection).catch((error) => error.message);
}

function getMe() {
  return iamUtil.getMe(connection).catch((error) => error.message);
}

async function decodeMe() {
  const { payload } = await connection.coapInvoke('GET', '/iam/me');
  const user = nabtoModuleUtil.decodeCborPayload(payload);
  return { ...user, isObject: user.hasOwnProperty('Username') };
}

/** The error of decoding these bytes. */
function decodeError(numbers) {
  try {
    nabtoModuleUtil.decodeCborPayload(numbers);
    return 'no error';
  } catch (error) {
    return error instanceof Error ? 'an error' : 'something else';
  }
}

/** Requests the device's tracks. */
function requestTracks(tracks) {
  const { APPLICATION_JSON } = EdgeWebrtc.CoapContentFormat;
  return connection
    .coapInvoke('POST', '/webrtc/tracks', APPLICATION_JSON, JSON.stringify({ tracks }))
    .then(({ statusCode }) => statusCode);
}

/** Adds a track of the page under a name: its microphone, or its camera. */
async function addOwnTrack(kind, trackId) {
  const stream = await navigator.mediaDevices.getUserMedia({ [kind]: true });
  return rejection(connection.addTrack(stream.getTracks()[0], trackId));
}

/** The size of the shown picture, and some points of its next frame. */
async function nextPicture() {
  const video = document.getElementById('camera');
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const context = new OffscreenCanvas(32, 24).getContext('2d');
  context.drawImage(video, 0, 0, 32, 24);
  const points = context.getImageData(0, 0, 32, 24).data.filter((_, index) => index % 4 === 1);
  return { width: video.videoWidth, points: Array.from(points) };
}

/** How many packets of the device's sound have arrived. */
async function soundPackets() {
  const reports = [...(await connection.pc.getStats()).values()];
  return reports
    .filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio')
    .reduce((sum, { packetsReceived }) => sum + packetsReceived, 0);
}

async function createChannels() {
  const own = await connection.createDatachannel('mine');
  return [own.label, connection.pc.createDataChannel('of the peer connection').label];
}

const peers = [];

/** The index of this peer connection among those seen so far. */
function currentPeer() {
  if (!peers.includes(connection.pc)) peers.push(connection.pc);
  const { connectionState } = connection.pc;
  return [peers.indexOf(connection.pc), connection.pc instanceof RTCPeerConnection, connectionState];
}
