import {
  button,
  declareMail,
  facts,
  formatMoment,
  heading,
  note,
  paragraph,
} from '#modules/platform/index.ts';
import { type ApiScope, apiScopes } from '../fields.ts';

interface ApiKeyMail {
  company: string;
  news: 'made' | 'revoked';
  name: string;
  /** Its beginning and its end. */
  key: string;
  scopes: readonly ApiScope[];
  at: Date;
  /** Who did it; null for the operator of the portal. */
  by: string | null;
}

const title = ({ news, company }: ApiKeyMail) =>
  news === 'made' ? `New API key for ${company}` : `An API key for ${company} was revoked`;

/** Sent to the owner of a company when a key is made or revoked (D134). It never contains the key. */
export const apiKeyMail = declareMail<ApiKeyMail>({
  name: 'api-key',
  version: 4,
  sample: {
    company: 'Acme Logistics',
    news: 'made',
    name: 'Payroll',
    key: 'sh_live_…4f2a',
    scopes: ['connections:read'],
    at: new Date('2026-03-02T15:00:00Z'),
    by: 'Robin Reed',
  },
  group: 'company',
  subject: title,
  preheader: ({ news, name }) =>
    news === 'made' ? `“${name}” can now call the API.` : `Calls with “${name}” are now refused.`,
  blocks: (mail, origin, timeZone) => [
    heading(title(mail)),
    paragraph(
      mail.news === 'made'
        ? 'Anyone with this key can do the following on behalf of your company, without logging in.'
        : 'Calls with this key are refused from now on.',
    ),
    facts([
      ['Name', mail.name],
      ['Key', mail.key],
      ...(mail.news === 'made'
        ? [['Permissions', mail.scopes.map((scope) => apiScopes[scope]).join('; ')] as const]
        : []),
      [mail.news === 'made' ? 'Created by' : 'Revoked by', mail.by ?? 'Our support team'],
      ['When', formatMoment(mail.at, timeZone)],
    ]),
    button('View your keys', `${origin}/user/developers`),
    note(
      mail.news === 'made'
        ? 'If you didn’t expect this, revoke the key now and change your password.'
        : 'If you didn’t expect this, contact support.',
    ),
  ],
});
