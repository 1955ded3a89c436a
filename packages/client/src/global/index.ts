/** @module Entry of the script-tag build: `window.EdgeWebrtc` and `window.nabtoModuleUtil`. */
import { edgeGlobals } from './edge-globals.ts';

Object.assign(globalThis, edgeGlobals(globalThis));
