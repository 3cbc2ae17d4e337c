import { z } from 'zod';
import {
  addressKey,
  mailStates,
  mailsToPerson,
  sealedMails,
  subjectKey,
  textKey,
} from '#modules/identity/index.ts';
import { openForPeople, operation, staffOrTerminal } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { getSubject, userId } from './subject.ts';

/**
 * A mail as its reader got it, as plain text. Codes and links are not shown again.
 * @throws Refusal not-found
 */
export const getSentMail = operation({
  name: 'admin.get-sent-mail',
  summary: 'A mail to a person as it was sent, without its codes and links.',
  access: staffOrTerminal,
  kind: 'write',
  input: userId.extend({ mailid: z.uuid() }),
  output: z.object({
    name: z.string(),
    kind: z.string(),
    /** Of the template; null for a mail that is older than versions. */
    version: z.int().nullable(),
    state: z.enum(mailStates),
    sent_dts: z.date(),
    /** Null once the person has been erased. */
    subject: z.string().nullable(),
    address: z.string().nullable(),
    /** Null if it was not sent, or its text was not kept. */
    text: z.string().nullable(),
  }),
  async run(work, { userid, mailid }) {
    const person = await getSubject(work, userid);
    const [mail] = await work.rows(mailsToPerson(userid, [mailid]));
    if (!mail) throw new Refusal('not-found', { detail: `mail ${mailid}` });
    const texts = await openForPeople(work.db, work.portal.keys, sealedMails(userid, [mail]));
    await work.audit({
      action: adminAudit.mailRead,
      about: userid,
      object: { type: 'sent_mail', id: mailid },
    });
    return {
      name: `${person.firstname} ${person.lastname}`,
      kind: mail.kind,
      version: mail.version,
      state: mail.state,
      sent_dts: mail.sent_at,
      subject: texts.get(subjectKey(mailid)) ?? null,
      address: texts.get(addressKey(mailid)) ?? null,
      text: texts.get(textKey(mailid)) ?? null,
    };
  },
});
