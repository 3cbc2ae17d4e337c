import { formatPhone } from '#modules/platform/browser.ts';
import type { IconName } from '../../components/index.ts';

export type MethodKind = 'EMAIL' | 'SMS' | 'OTPAPP';

/** The name of a verification method on pages. */
export interface ShownMethod {
  id: string;
  contact_method: MethodKind;
  contact_value: string;
  status: 'verified' | 'verifiedprimary' | 'pending';
  is_primary: boolean;
}

export const kindNames: Record<MethodKind, string> = {
  EMAIL: 'Email',
  SMS: 'Text message',
  OTPAPP: 'Authenticator app',
};

export const kindIcons: Record<MethodKind, IconName> = { EMAIL: 'mail', SMS: 'phone', OTPAPP: 'shield' };

/** The address or number in readable form; empty for an app. */
export function shownValue({ contact_method, contact_value }: ShownMethod): string {
  return contact_method === 'SMS' ? formatPhone(contact_value) : contact_value;
}
