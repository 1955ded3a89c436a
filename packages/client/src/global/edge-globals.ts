/** @module What the script-tag build puts on the page. */
import { createConnection } from '../create-connection.ts';
import { EdgeWebrtcConnection, type EdgeConnectionPorts } from './edge-connection.ts';
import { createEdgeWebrtcIamUtil } from './edge-iam-util.ts';
import { decodeCborPayload } from './edge-payload.ts';

/** The two objects that pages in the field know. */
export interface EdgeGlobals {
  readonly EdgeWebrtc: {
    readonly createEdgeWebrtcConnection: () => EdgeWebrtcConnection;
    readonly createEdgeWebrtcIamUtil: typeof createEdgeWebrtcIamUtil;
  };
  readonly nabtoModuleUtil: { readonly decodeCborPayload: typeof decodeCborPayload };
}

/** Makes the globals; the page's origin is the address of the service unless a page names one. */
export function edgeGlobals(
  origin: string,
  create: EdgeConnectionPorts['createConnection'] = createConnection,
): EdgeGlobals {
  return {
    EdgeWebrtc: {
      createEdgeWebrtcConnection: () => new EdgeWebrtcConnection({ origin, createConnection: create }),
      createEdgeWebrtcIamUtil,
    },
    nabtoModuleUtil: { decodeCborPayload },
  };
}
