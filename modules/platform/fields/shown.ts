import { showEmailAddress } from './email.ts';
import type { ChoiceField, Field } from './field.ts';
import { typingOf } from './html.ts';
import { schemaOf } from './schema.ts';

/**
 * What a field's input shows once the typed text is stored: the stored form, as the page writes it.
 * @returns null for a secret, which is never shown again, and for a text that the field refuses
 */
export function storedText(field: Field | ChoiceField, typed: string): string | null {
  if (field.kind === 'choice') return typed;
  if (field.secret) return null;
  const { data } = schemaOf(field).safeParse(typed);
  if (typeof data !== 'string') return null;
  if (field.kind === 'email' || field.kind === 'accountEmail') return showEmailAddress(data);
  return typingOf(field).tidy?.(data) ?? data;
}
