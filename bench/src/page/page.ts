/** @module What the browser measures: our client, and the floors that bare WebRTC sets. */
import {
  firstLoginFloorMs,
  firstLoginMs,
  framedRequestTimes,
  inFlightRates,
  openSingleRequests,
  largeRequests,
  loginTimes,
} from './exchange.ts';
import { firstFrameFloor, firstFrameTimes } from './first-frame.ts';
import { answerAsCaller } from './call-sender.ts';
import { firstConnectMs, sequentialUsefulMs, timeToUsefulMs, watchedPictureMs } from './first-use.ts';
import {
  answeredAfterMs,
  endViewer,
  lineReport,
  pageMs,
  pictureAfterMs,
  watchCall,
  watchCamera,
  wholeAgainAfterMs,
} from './narrow-line.ts';
import { networkChangeTimes, reconnectTimes } from './reconnect.ts';
import { binaryRequestFloor, connectFloor, connectTimes, requestFloor, requestTimes } from './requests.ts';
import { slowConnectTimes, tlsConnectMs } from './slow-connect.ts';
import { trackRequestTimes } from './track-request.ts';
import { bulkFloor, tunnelThroughput } from './tunnel.ts';

/** The measurements that the bench program calls. */
interface Measurements {
  readonly connectTimes: typeof connectTimes;
  readonly connectFloor: typeof connectFloor;
  readonly requestTimes: typeof requestTimes;
  readonly requestFloor: typeof requestFloor;
  readonly binaryRequestFloor: typeof binaryRequestFloor;
  readonly firstFrameTimes: typeof firstFrameTimes;
  readonly firstFrameFloor: typeof firstFrameFloor;
  readonly framedRequestTimes: typeof framedRequestTimes;
  readonly inFlightRates: typeof inFlightRates;
  readonly openSingleRequests: typeof openSingleRequests;
  readonly largeRequests: typeof largeRequests;
  readonly loginTimes: typeof loginTimes;
  readonly firstLoginMs: typeof firstLoginMs;
  readonly firstLoginFloorMs: typeof firstLoginFloorMs;
  readonly slowConnectTimes: typeof slowConnectTimes;
  readonly tlsConnectMs: typeof tlsConnectMs;
  readonly trackRequestTimes: typeof trackRequestTimes;
  readonly reconnectTimes: typeof reconnectTimes;
  readonly networkChangeTimes: typeof networkChangeTimes;
  readonly tunnelThroughput: typeof tunnelThroughput;
  readonly bulkFloor: typeof bulkFloor;
  readonly answeredAfterMs: typeof answeredAfterMs;
  readonly endViewer: typeof endViewer;
  readonly lineReport: typeof lineReport;
  readonly pageMs: typeof pageMs;
  readonly pictureAfterMs: typeof pictureAfterMs;
  readonly watchCall: typeof watchCall;
  readonly watchCamera: typeof watchCamera;
  readonly wholeAgainAfterMs: typeof wholeAgainAfterMs;
  readonly firstConnectMs: typeof firstConnectMs;
  readonly sequentialUsefulMs: typeof sequentialUsefulMs;
  readonly timeToUsefulMs: typeof timeToUsefulMs;
  readonly watchedPictureMs: typeof watchedPictureMs;
  readonly answerAsCaller: typeof answerAsCaller;
}

declare global {
  interface Window {
    measurements: Measurements;
  }
}

window.measurements = {
  connectTimes,
  connectFloor,
  requestTimes,
  requestFloor,
  binaryRequestFloor,
  firstFrameTimes,
  firstFrameFloor,
  framedRequestTimes,
  inFlightRates,
  openSingleRequests,
  largeRequests,
  loginTimes,
  firstLoginMs,
  firstLoginFloorMs,
  slowConnectTimes,
  tlsConnectMs,
  trackRequestTimes,
  reconnectTimes,
  networkChangeTimes,
  tunnelThroughput,
  bulkFloor,
  answeredAfterMs,
  endViewer,
  lineReport,
  pageMs,
  pictureAfterMs,
  watchCall,
  watchCamera,
  wholeAgainAfterMs,
  firstConnectMs,
  sequentialUsefulMs,
  timeToUsefulMs,
  watchedPictureMs,
  answerAsCaller,
};
