/** @module What other workspaces use to run the real service, devices and browser. */
export { Child } from './child.ts';
export { DelayLoopback } from './delay-loopback.ts';
export type { CableQualities, CableQuality } from '@longwire/demo';
export { DelayNetwork } from './delay-network.ts';
export { startDevice, type Device } from './device.ts';
export { answerFor, launchWithin, PAGE_ORIGIN } from './link-browser.ts';
export { BROWSER_ADDRESS, canMakeNamespaces, SERVER_ADDRESS } from './namespace.ts';
export { SIGNALING_CLI } from './paths.ts';
export { DEVICE_FLAGS, deviceOptions, serve } from './sdk-device.ts';
export { Service } from './service.ts';
export { TurnServer } from './turn-server.ts';
export { CHROMIUM_FLAGS, MICROPHONE_FLAG, OPEN_FLAGS } from './chromium-flags.ts';
export { pairingLink } from './pairing-link.ts';
export { buildConsole } from './build-console.ts';
export { launchChromium } from './launch-chromium.ts';
export { OfferingPeer, type Message } from '../peers/offering-peer.ts';
export { RtspCamera } from './rtsp-camera.ts';
