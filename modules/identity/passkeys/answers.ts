import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { Refusal } from '../refusals.ts';

/**
 * What a browser's script sends about a passkey: the JSON of WebAuthn §5.1. Only the parts that are checked are kept.
 */

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const registration = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(12_000),
    transports: z.array(transport).max(8).optional().catch(undefined),
  }),
});

const authentication = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(100).optional(),
  }),
});

const clientData = z.object({ challenge: base64url(200) });

function parse<T>(schema: z.ZodType<T>, text: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refusal('identity.passkey-failed', { detail: 'no JSON' });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new Refusal('identity.passkey-failed', { detail: 'not as a browser answers' });
  return parsed.data;
}

/** The challenge that an answer claims to be for. */
function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string {
  return parse(clientData, Buffer.from(clientDataJSON, 'base64url').toString('utf8')).challenge;
}

/** An answer, and the challenge that it claims to be for. */
interface Answer<R> {
  response: R;
  challenge: string;
}

/** @throws Refusal identity.passkey-failed */
export function readRegistration(text: string): Answer<RegistrationResponseJSON> {
  const { response, ...rest } = parse(registration, text);
  const { transports, ...made } = response;
  return {
    response: {
      ...rest,
      response: { ...made, ...(transports ? { transports } : {}) },
      clientExtensionResults: {},
    },
    challenge: challengeIn(made),
  };
}

/** @throws Refusal identity.passkey-failed */
export function readAuthentication(text: string): Answer<AuthenticationResponseJSON> {
  const { response, ...rest } = parse(authentication, text);
  const { userHandle, ...signed } = response;
  return {
    response: {
      ...rest,
      response: { ...signed, ...(userHandle ? { userHandle } : {}) },
      clientExtensionResults: {},
    },
    challenge: challengeIn(signed),
  };
}
