import { z } from 'zod';
import { type Caller, operation, person, readFile, staff, type Work } from '#modules/platform/index.ts';
import { getApplication, getOwnApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import type { Box } from '../pdf/sheet.ts';
import { Refusal } from '../refusals.ts';
import { readProgress } from '../steps/progress.ts';
import { makePaperForm } from './form.ts';
import { openNewestPackage } from './packages.ts';

/** Pictures of a paper package that was received. Browsers show them instead of a PDF from an unknown source. */

const page = z.coerce.number().int().min(1).max(500);
const picture = z.object({ image: z.instanceof(Uint8Array) });

async function show(
  work: Pick<Work<Caller>, 'caller' | 'db' | 'portal'>,
  applicationId: string,
  shown: { page: number; box?: Box },
) {
  const open = () => openNewestPackage(work, applicationId);
  const drawn = await readFile(work.caller.accountId, { name: 'page', ...shown }, open);
  if (drawn.outcome !== 'read' || !drawn.made) {
    throw new Refusal('not-found', { detail: `no such page, or ${drawn.outcome}` });
  }
  await using image = drawn.made;
  return { image: new Uint8Array(await image.content()) };
}

export const showOwnPackage = operation({
  name: 'applications.show-own-package',
  summary: 'A page of the paper application that was received, as a picture.',
  access: person,
  kind: 'read',
  input: z.object({ applicationid: z.uuid(), page }),
  output: picture,
  async run(work, { applicationid, page }) {
    await getOwnApplication(work, work.caller.accountId, applicationid);
    return show(work, applicationid, { page });
  },
});

export const showPackageToStaff = operation({
  name: 'applications.show-package-to-staff',
  summary: 'A page of a paper application, or one of its signature boxes, as a picture, for review by staff.',
  access: staff,
  kind: 'staged',
  input: z.object({ applicationid: z.uuid(), page: page.optional(), box: page.optional() }),
  output: picture,
  async run(work, { applicationid, page, box: number }) {
    const { account_id: about } = await getApplication(work, applicationid);
    const box = number ? (await boxesOf(work, applicationid))[number - 1] : undefined;
    const at = page ?? box?.page;
    if (!at) throw new Refusal('not-found', { detail: 'no such box' });
    const shown = await show(work, applicationid, { page: at, ...(box ? { box } : {}) });
    await work.apart((inside) =>
      inside.audit({
        action: applicationsAudit.packageSeen,
        about,
        object: { type: 'application', id: applicationid },
        detail: { page: at },
      }),
    );
    return shown;
  },
});

/** Where on the form of an application the boxes to sign in are. */
export async function boxesOf(work: Work<unknown>, applicationId: string): Promise<readonly Box[]> {
  const { account_id: accountId } = await getApplication(work, applicationId);
  const progress = await readProgress(work, accountId, applicationId);
  return (await makePaperForm(work.portal, work, progress)).boxes;
}
