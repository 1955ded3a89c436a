/** @module Reasons that tell apart what has the same close code; they are words of the wire. Each is a constant of its own: a page loads those that it compares with. */

/** 4001: the device has no place left, or none that this session's user may take. */
export const deviceFull = 'the device is full';

/** 4001: a newer session got the place of one that had not logged in, or whose user held most places. */
export const gaveWay = 'a newer session took the place';

/** 1011: the keys of the token's issuer cannot be fetched, so that nothing is known of the token. */
export const tokenUnchecked = 'the token cannot be checked just now';

/** 1013: the service has as many sessions with the device as it allows. */
export const tooManySessions = 'too many sessions with this device';
