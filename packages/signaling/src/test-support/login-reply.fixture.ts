/** @module The answer to a login, as text. */

/** What the service says of itself, and for how long the device has been there. */
export const LOGIN_REPLY: RegExp = /^\{"type":21,"features":\["early\/1"\],"onlineSeconds":\d+\}$/u;
