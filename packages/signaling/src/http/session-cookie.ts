/** @module The cookie that carries an operator's session. */
import type { FastifyReply } from 'fastify';

/** The prefix makes browsers insist on Secure, on `/` and on this very host: no other host below the same domain can set it. */
export const SESSION_COOKIE = '__Host-longwire';

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** Gives the browser its session; it forgets it at its own end, the service earlier. */
export function setSessionCookie(reply: FastifyReply, value: string): void {
  void reply.setCookie(SESSION_COOKIE, value, ATTRIBUTES);
}

/** Takes it away. */
export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, ATTRIBUTES);
}
