/** @module The public surface of @longwire/client. */
export {};
