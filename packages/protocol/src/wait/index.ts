/** @module `@longwire/protocol/wait`: how a client waits for an offline device, loaded only while it does. */
export { attachedOf, encodeWaitLogin } from '../signaling/wait-messages.ts';
