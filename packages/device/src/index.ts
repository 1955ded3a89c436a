/** @module The public surface of @longwire/device. */
export {};
