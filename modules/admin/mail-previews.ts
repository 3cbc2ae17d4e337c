import { z } from 'zod';
import { listServedBrands, mailBrandFor } from '#modules/enterprise/index.ts';
import {
  HOUR,
  listMailKinds,
  mailGroups,
  operation,
  type Portal,
  previewMail,
  sampleLetter,
  staff,
} from '#modules/platform/index.ts';
import { selectAdmins } from './approvals/admins.ts';
import { adminAudit } from './audit.ts';
import { sendSampleMail } from './jobs.ts';
import { Refusal } from './refusals.ts';

/** Every mail with sample data, in the brand of any served host. */

const chosenBrand = {
  /** A served host; the portal's own brand without one. */
  host: z
    .string()
    .max(260)
    .regex(/^(?=.*[a-z])[a-z\d][a-z\d.-]*(:\d+)?$/)
    .optional(),
};
/** The portal's own first. */
const servedBrands = z.array(z.object({ host: z.string(), name: z.string() }));
const chosenMail = z.object({ mail: z.string().max(200), ...chosenBrand });

/** @throws Refusal not-found if there is no such mail */
function getKind(name: string) {
  const kind = listMailKinds().find((each) => each.name === name);
  if (!kind) throw new Refusal('not-found', { detail: `mail ${name}` });
  return kind;
}

/** @throws Refusal not-found if no brand has the host */
async function getBrand(portal: Portal, host: string | undefined) {
  const brands = await listServedBrands(portal);
  if (host !== undefined && !brands.some((each) => each.host === host))
    throw new Refusal('not-found', { detail: `host ${host}` });
  return { brand: await mailBrandFor(portal, host ?? null), brands };
}

export const listMails = operation({
  name: 'admin.list-mails',
  summary: 'Every email that the portal sends, with its subject in the chosen brand.',
  access: staff,
  kind: 'read',
  input: z.object(chosenBrand),
  output: z.object({
    mails: z.array(z.object({ name: z.string(), group: z.enum(mailGroups), subject: z.string() })),
    brands: servedBrands,
  }),
  async run({ portal }, { host }) {
    const { brand, brands } = await getBrand(portal, host);
    const mails = listMailKinds().map((kind) => ({
      name: kind.name,
      group: kind.group,
      subject: previewMail(kind, brand).subject,
    }));
    return { mails, brands };
  },
});

export const getMailPreview = operation({
  name: 'admin.get-mail-preview',
  summary: 'An email with sample data, as HTML and as text.',
  access: staff,
  kind: 'read',
  input: chosenMail,
  output: z.object({
    name: z.string(),
    version: z.int(),
    group: z.enum(mailGroups),
    sender: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    brands: servedBrands,
  }),
  async run({ portal }, { mail, host }) {
    const kind = getKind(mail);
    const { brand, brands } = await getBrand(portal, host);
    const { name, version, group } = kind;
    return { name, version, group, sender: brand.name, ...previewMail(kind, brand), brands };
  },
});

export const sendSample = operation({
  name: 'admin.send-sample-mail',
  summary: 'Sends the caller an email with sample data.',
  access: staff,
  kind: 'write',
  throttle: { by: 'account', limit: 30, per: HOUR },
  input: chosenMail,
  output: z.object({}),
  async run(work, { mail, host }) {
    getKind(mail);
    await getBrand(work.portal, host);
    const asked = { mail, host: host ?? null };
    await work.audit({ action: adminAudit.sampleMailSent, detail: asked });
    await work.enqueue(sendSampleMail, { accountId: work.caller.accountId, ...asked });
    return {};
  },
});

/** Sends nothing to somebody who is no admin any more, and no mail that a newer release no longer has. */
export async function deliverSampleMail(
  portal: Portal,
  { accountId, mail, host }: { accountId: string; mail: string; host: string | null },
  messageId: string,
): Promise<void> {
  const kind = listMailKinds().find(({ name }) => name === mail);
  const admin = await portal.work('admin.read-sample-reader', (work) =>
    selectAdmins(work).select('id').where('id', '=', accountId).executeTakeFirst(),
  );
  if (kind && admin) await portal.mailTo({ accountId }, { host, messageId }, sampleLetter(kind));
}
