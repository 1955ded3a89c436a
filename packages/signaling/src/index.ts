/** @module The public surface of @longwire/signaling. */
export {};
