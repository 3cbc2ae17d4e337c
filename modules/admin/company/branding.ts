import { z } from 'zod';
import { portalBrandFields } from '#modules/enterprise/fields.ts';
import {
  brandedHost,
  changeLogo,
  editPortalBrand,
  findHostEnding,
  findPortalBrand,
  getCompany,
  getCompanyBrand,
  incomingLogo,
  isHostLabelFree,
  removeLogo,
  takeIncomingLogo,
} from '#modules/enterprise/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import {
  answerOf,
  inputOf,
  MINUTE,
  operation,
  Refusal,
  readyWith,
  staff,
  temporaryFile,
  trimmed,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';

/** The brand of a company and the portal's own, as staff change them (doc3 §3, §5; D88). */

const companyId = z.object({ companyid: z.uuid() });

/** Whether a company may use this name for its host. Something that is no host name at all is not available either. */
export const checkDomain = operation({
  name: 'admin.check-domain',
  summary: 'Says whether a host name is free for a company.',
  access: staff,
  kind: 'read',
  input: z.object({ domain: trimmed(63, 1), companyid: z.uuid().optional() }),
  output: z.object({ available: yesNo, host: z.string() }),
  async run(work, { domain, companyid }) {
    if (companyid) await getCompany(work, companyid);
    const available = await isHostLabelFree(work, domain, companyid ?? null);
    return { available, host: brandedHost(work.portal.config, domain.toLowerCase()) };
  },
});

export const companyBrandAnswer = z.object({
  custom_branding_enabled: yesNo,
  branding_hostname: z.string(),
  primary_color: z.string(),
  primary_button_background: z.string(),
  primary_button_text: z.string(),
  custom_store_url: z.string(),
  stripe_publishable_key: z.string(),
  support_email: z.string(),
  help_url: z.string(),
  business_footer: yesNo,
  shieldhub_branding: yesNo,
});

export const getCompanyBranding = operation({
  name: 'admin.get-company-branding',
  summary: "A company's brand, with the fields that staff may change.",
  access: staff,
  kind: 'read',
  input: companyId,
  output: z.object({
    brand: companyBrandAnswer,
    /** Saving must send this back, so that it does not overwrite somebody else's changes. */
    seen: z.string(),
    branding_logo_path: z.string(),
    company_name: z.string(),
  }),
  run: (work, { companyid }) => getCompanyBrand(work, companyid),
});

/** What ends if the company's live host is changed or turned off, for the page that asks to confirm it (D114). */
export const getHostEnding = operation({
  name: 'admin.get-host-ending',
  summary: "What ends with a company's live host: who is there, signed in, remembered or with a passkey.",
  access: staff,
  kind: 'read',
  input: companyId,
  output: z.object({
    ending: z
      .object({
        host: z.string(),
        people: z.number().int(),
        sessions: z.number().int(),
        browsers: z.number().int(),
        passkeys: z.number().int(),
        team: z.number().int(),
      })
      .nullable(),
  }),
  async run(work, { companyid }) {
    return { ending: await findHostEnding(work, companyid) };
  },
});

/** How long the upload address for a logo works. */
const UPLOAD_OPEN = 10 * MINUTE;

/** The first of the three steps of the documents' upload: where the browser puts the file. */
export const getLogoUpload = operation({
  name: 'admin.get-logo-upload',
  summary: "The address to upload a company's logo to, with PUT.",
  access: staff,
  kind: 'read',
  input: companyId.extend({
    bytes: z.coerce.number().int().min(1).max(logoBytes).optional(),
    contenttype: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']).optional(),
  }),
  output: z.object({ uploadurl: z.string() }),
  async run(work, { companyid, bytes, contenttype }) {
    await getCompanyBrand(work, companyid);
    const uploadurl = await work.portal.storage.signedPut(incomingLogo(companyid), {
      expiresIn: UPLOAD_OPEN,
      most: logoBytes,
      bytes,
      contentType: contenttype,
    });
    return { uploadurl };
  },
});

/** The last step: the uploaded file is checked, encoded again and shown. */
export const finishLogoUpload = operation({
  name: 'admin.finish-logo-upload',
  summary: "Sets the uploaded file as a company's logo.",
  access: staff,
  kind: 'staged',
  input: companyId.extend({ uploadstatus: z.coerce.number().int().min(100).max(599) }),
  output: z.object({ branding_logo_path: z.string() }),
  async run(work, { companyid, uploadstatus }) {
    await getCompanyBrand(work, companyid);
    return { branding_logo_path: await takeIncomingLogo(work, companyid, uploadstatus) };
  },
});

/** The same from a form. */
const logoInput = z.object({
  /** null: the portal's own. */
  companyid: z.uuid().nullable(),
  image: temporaryFile,
});

export const saveLogo = operation({
  name: 'admin.save-logo',
  summary: 'Sets an image as the logo of a company or of the portal.',
  access: staff,
  kind: 'staged',
  input: logoInput,
  ready: readyWith(logoInput.pick({ companyid: true }), requireBrand),
  output: z.object({ branding_logo_path: z.string() }),
  async run(work, { companyid, image }) {
    await requireBrand(work, { companyid });
    return { branding_logo_path: await changeLogo(work, companyid, image) };
  },
});

/** @throws Refusal not-found */
async function requireBrand(work: Work<unknown>, { companyid }: { companyid: string | null }): Promise<void> {
  if (companyid !== null) await getCompanyBrand(work, companyid);
}

export const deleteLogo = operation({
  name: 'admin.delete-logo',
  summary: 'Shows the name of a company or of the portal instead of a logo.',
  access: staff,
  kind: 'write',
  input: z.object({ companyid: z.uuid().nullable() }),
  output: z.object({}),
  async run(work, { companyid }) {
    await removeLogo(work, companyid);
    return {};
  },
});

/** The portal's own brand, for the console's settings. */
export const getPortalSettings = operation({
  name: 'admin.get-portal-settings',
  summary: "The portal's own brand, with the fields that staff may change.",
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    brand: answerOf(portalBrandFields).omit({ seen: true }).extend({
      primary_button_background: z.string().nullable(),
      primary_button_text: z.string().nullable(),
      branding_logo_path: z.string(),
    }),
    seen: z.string(),
  }),
  async run(work) {
    const found = await findPortalBrand(work);
    if (!found) throw new Refusal('not-found', { detail: 'the portal is not set up' });
    return found;
  },
});

export const savePortalSettings = operation({
  name: 'admin.save-portal-settings',
  summary: "Changes the portal's own brand.",
  access: staff,
  kind: 'write',
  input: inputOf(portalBrandFields),
  output: z.object({}),
  async run(work, { seen, primary_button_background, primary_button_text, ...brand }) {
    await editPortalBrand(
      work,
      {
        ...brand,
        primary_button_background: primary_button_background || null,
        primary_button_text: primary_button_text || null,
      },
      seen,
    );
    return {};
  },
});
