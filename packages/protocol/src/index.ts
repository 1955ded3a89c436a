/** @module The public surface of @longwire/protocol. */
export {};
