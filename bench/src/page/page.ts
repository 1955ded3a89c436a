/** @module What the browser measures: our client, and the floors that bare WebRTC sets. */
import * as callSender from './call-sender.ts';
import * as exchange from './exchange.ts';
import * as firstFrame from './first-frame.ts';
import * as firstUse from './first-use.ts';
import * as narrowLine from './narrow-line.ts';
import * as reconnect from './reconnect.ts';
import * as requests from './requests.ts';
import * as slowConnect from './slow-connect.ts';
import * as trackRequest from './track-request.ts';
import * as tunnel from './tunnel.ts';

/** The measurements that the bench program calls. */
type Measurements = typeof callSender &
  typeof exchange &
  typeof firstFrame &
  typeof firstUse &
  typeof narrowLine &
  typeof reconnect &
  typeof requests &
  typeof slowConnect &
  typeof trackRequest &
  typeof tunnel;

declare global {
  interface Window {
    measurements: Measurements;
  }
}

window.measurements = {
  ...callSender,
  ...exchange,
  ...firstFrame,
  ...firstUse,
  ...narrowLine,
  ...reconnect,
  ...requests,
  ...slowConnect,
  ...trackRequest,
  ...tunnel,
};
