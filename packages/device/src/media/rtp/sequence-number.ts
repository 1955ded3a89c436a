/** @module RTP sequence numbers, which wrap around (RFC 3550 section 5.1). */

const MODULUS = 2 ** 16;

/** Adds `steps`, which may be negative, to a sequence number. */
export function plus(sequenceNumber: number, steps: number): number {
  return (((sequenceNumber + steps) % MODULUS) + MODULUS) % MODULUS;
}

/** The distance from one number to another, from -32768 to 32767. */
export function stepsBetween(from: number, to: number): number {
  const steps = plus(to, -from);
  return steps < MODULUS / 2 ? steps : steps - MODULUS;
}
