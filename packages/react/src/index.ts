/** @module The public surface of @longwire/react. */
export {};
