import { useState } from 'react';
import { teamInviteFields } from '#modules/enterprise/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { requestJson } from '../../components/connection/request.ts';
import { useWhileTyping } from '../../components/connection/while-typing.ts';
import { type FormCheck, TextInput } from '../../components/index.ts';

const { emailaddress: field } = bind(teamInviteFields);

/** What the server says about an address before it is invited. */
interface Invitee {
  /** Why it cannot be invited; null if it can. */
  obstacle: string | null;
  /** For staff: what they should know about it. */
  warning?: string | null;
}

/**
 * What is typed into the field of the invited address, and what the server says about it.
 * @param call the call that checks an address
 * @param company what the call needs besides the address
 * @param check that of the form, because only a whole address is asked about
 */
export function useInvitee(call: string, company: object, check: () => Promise<FormCheck>) {
  const [typed, setTyped] = useState('');
  const found = useWhileTyping(typed.trim(), async (emailaddress, signal): Promise<Invitee | null> => {
    const form = new FormData();
    form.set(field.name, emailaddress);
    if (field.name in (await check())(form)) return null;
    return requestJson<Invitee>(`/hub/api${call}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...company, emailaddress }),
      signal,
    });
  });
  const answer = found?.about === typed.trim() ? found.answer : null;
  return { typed: typed.trim(), setTyped, ...{ obstacle: null, warning: null }, ...answer };
}

interface InviteeInputProps {
  obstacle: string | null;
  onTyped: (typed: string) => void;
}

export function InviteeInput({ obstacle, onTyped }: InviteeInputProps) {
  return (
    <TextInput
      field={field}
      className="field-checked"
      hint="We’ll email a link that works only for this address. They don’t need an account yet."
      enterKeyHint="send"
      error={obstacle ?? undefined}
      onInput={({ currentTarget }) => onTyped(currentTarget.value)}
    />
  );
}
