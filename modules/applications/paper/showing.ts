import { z } from 'zod';
import { operation, person, staff } from '#modules/platform/index.ts';
import { getApplication, getOwnApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { readPicture } from './pictures.ts';

/** Pictures of a paper package that was received. Browsers show them instead of a PDF from an unknown source. */

const page = z.coerce.number().int().min(1).max(500);
const picture = z.object({ image: z.instanceof(Uint8Array) });

export const showOwnPackage = operation({
  name: 'applications.show-own-package',
  summary: 'A page of the paper application that was received, as a picture.',
  access: person,
  kind: 'read',
  input: z.object({ applicationid: z.uuid(), page }),
  output: picture,
  async run(work, { applicationid, page }) {
    await getOwnApplication(work, work.caller.accountId, applicationid);
    return { image: await readPicture(work, applicationid, 'pages', page) };
  },
});

export const showPackageToStaff = operation({
  name: 'applications.show-package-to-staff',
  summary: 'A page of a paper application, or one of its signature boxes, as a picture, for review by staff.',
  access: staff,
  kind: 'staged',
  input: z.object({ applicationid: z.uuid(), page: page.optional(), box: page.optional() }),
  output: picture,
  async run(work, { applicationid, page, box }) {
    const { account_id: about } = await getApplication(work, applicationid);
    const image = await readPicture(work, applicationid, page ? 'pages' : 'boxes', page ?? box ?? 0);
    await work.apart((inside) =>
      inside.audit({
        action: applicationsAudit.packageSeen,
        about,
        object: { type: 'application', id: applicationid },
        detail: page ? { page } : { box: box ?? 0 },
      }),
    );
    return { image };
  },
});
