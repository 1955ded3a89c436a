/** @module Why a control did not do what the person wanted. */

import { StatusError, type DeviceResponse } from '@longwire/client';
import { labelOf } from '../../../controls/control.ts';
import { messages } from '../../../messages/messages.ts';
import { failureOf } from '../../../session/failure.ts';
import { statusWord } from '../requests/format-name.ts';

/** The text for an answer; undefined if it is a success. */
export function answerProblem(answer: DeviceResponse): string | undefined {
  const { statusCode, contentFormat = 0 } = answer;
  if (Math.floor(statusCode / 100) === 2) return undefined;
  return statusProblem(statusCode, contentFormat === 0 ? answer.text() : undefined);
}

/** The text for an error. */
export function errorProblem(error: Error): string {
  if (error instanceof StatusError) return statusProblem(error.statusCode, error.diagnostic);
  return messages.failure[failureOf(error, { isOnline: navigator.onLine }).kind].title;
}

/** By the status; the device's own words, where it has some that are not only the protocol's, after it. */
function statusProblem(statusCode: number, diagnostic: string | undefined): string {
  const { forbidden, unknown } = messages.failure;
  if (statusCode === 401 || statusCode === 403) return `${forbidden.title} ${forbidden.hint}`;
  if (statusCode === 400) return messages.controls.refused;
  const words = labelOf(diagnostic);
  const title = statusWord(statusCode) ?? unknown.title;
  return words === undefined ? title : messages.controls.said(title, words);
}
