/** @module Reasons that tell apart what has the same close code; they are words of the wire. Each is a constant of its own: a page loads those that it compares with. */

/** 4001: everybody who has a place at the device is somebody it knows. */
export const deviceFull = 'the device is full';

/** 4001: somebody unknown to the device gave way to a newer session. */
export const gaveWay = 'a newer session took the place';

/** 1013: the service has as many sessions with the device as it allows. */
export const tooManySessions = 'too many sessions with this device';
