import { newId, type Portal, signTwilioForm } from '#modules/platform/index.ts';

/**
 * Sends a text message to the portal as Twilio does: a signed form to its webhook.
 * @returns the portal's reply by text message; null if there is none
 */
export async function replyByText(portal: Portal, from: string, body: string): Promise<string | null> {
  const { sms, publicUrl } = portal.config;
  const url = `${publicUrl}/hooks/sms`;
  const form = new URLSearchParams({
    MessageSid: `SM${newId().replaceAll('-', '')}`,
    From: from,
    To: sms.from,
    Body: body,
  });
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilioForm(sms.authToken, url, form),
    },
    body: form.toString(),
    redirect: 'error',
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the portal answered ${answer.status} to a text`);
  return /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? null;
}
