/** @module The public surface of @longwire/testing. */
export {};
