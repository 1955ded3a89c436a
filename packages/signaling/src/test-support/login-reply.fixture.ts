/** @module The login response, as text. */

/** The service's features, and how long the device has been online. */
export const LOGIN_REPLY: RegExp = /^\{"type":21,"features":\["early\/1"\],"onlineSeconds":\d+\}$/u;
