/** The states of an acceptance by text message; a CHECK of the table lists the same. */
export const smsStates = ['number', 'code', 'waiting', 'accepted', 'declined', 'unanswered'] as const;
export type SmsState = (typeof smsStates)[number];

/**
 * The steps that the owner of the network sees (doc1 §4): the number, the code, waiting, accepted, no answer, declined; or
 * the invitation cannot be accepted by text message.
 */
export const smsSteps = [...smsStates, 'stopped'] as const;
export type SmsStep = (typeof smsSteps)[number];

export type TextAnswer = 'Y' | 'N';

/**
 * What a reply means; null for anything else. A reply is read as an answer before it is read as a STOP or HELP (D56).
 */
export function readReply(body: string): TextAnswer | 'stop' | 'start' | 'help' | null {
  if (/^\s*(y|yes)\s*[.!]*\s*$/i.test(body)) return 'Y';
  if (/^\s*(n|no)\s*[.!]*\s*$/i.test(body)) return 'N';
  if (stops.test(body)) return 'stop';
  if (/^\s*(start|unstop)\s*[.!]*\s*$/i.test(body)) return 'start';
  if (/^\s*(help|info)\b/i.test(body)) return 'help';
  return null;
}

const stops =
  /^\s*(stop|stopall|stop all|end|quit|cancel|unsubscribe|optout|opt out|opt-out|revoke|remove me|no more)\b/i;
