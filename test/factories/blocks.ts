import type { z } from 'zod';
import { requestBlock } from '#modules/applications/index.ts';
import type { Applicant } from './applicants.ts';
import { makePdf, makePicture, upload } from './documents.ts';

export const theftReport = await upload('C:\\scans\\FTC "report".pdf', await makePdf());
const license = await upload('license.jpg', await makePicture('jpeg'));

/** Asks to block a result of a check, with proof. */
export const askForBlock = (
  { visitor, applicationId: applicationid }: Applicant,
  more: Partial<z.input<typeof requestBlock.input>> = {},
) =>
  visitor.perform(requestBlock, {
    applicationid,
    items: ['County criminal'],
    errortext: 'Somebody used my wallet',
    statement: true,
    theftreport: theftReport,
    identity: license,
    ...more,
  });
