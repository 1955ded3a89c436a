/** @module Makes a service behave like one in the field, in its own process: `classic-proxy.ts HOST ws://UPSTREAM`. */
import { SignalingProxy } from '../harness/signaling-proxy.ts';

const [host = '127.0.0.1', upstream = ''] = process.argv.slice(2);
const proxy = await SignalingProxy.start({ upstream, host, isClassic: true });
console.log(`classic proxy at ${proxy.url}`);
