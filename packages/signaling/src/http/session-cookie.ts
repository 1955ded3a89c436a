/** @module The cookie that carries an operator's session. */
import type { FastifyReply } from 'fastify';

/**
 * The prefix makes browsers require Secure, path `/` and this exact host: no other host of the domain can set
 * the cookie.
 */
export const SESSION_COOKIE = '__Host-longwire';

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** Sets the session cookie; the browser drops it when it closes, the service earlier. */
export function setSessionCookie(reply: FastifyReply, value: string): void {
  void reply.setCookie(SESSION_COOKIE, value, ATTRIBUTES);
}

/** Clears the session cookie. */
export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, ATTRIBUTES);
}
