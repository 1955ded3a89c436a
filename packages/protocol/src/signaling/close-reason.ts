/**
 * @module Reasons that distinguish causes with the same close code; their text is part of the wire format. Each is a
 * separate constant, so that a page loads only those it compares with.
 */

/** 4001: the device has no free session slot, or none that this session's user may take. */
export const deviceFull = 'the device is full';

/** 4001: a newer session evicted one that had not logged in, or whose user held the most sessions. */
export const evicted = 'a newer session took the place';

/** 1011: the keys of the token's issuer cannot be fetched, so the token can be neither accepted nor rejected. */
export const tokenUnchecked = 'the token cannot be checked just now';

/** 1013: the service has as many sessions with the device as it allows. */
export const tooManySessions = 'too many sessions with this device';
