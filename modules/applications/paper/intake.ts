import { z } from 'zod';
import { DAY, HOUR, inputOf, operation, readyWith, staff, type Work } from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { packageIntakeFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { packageFiles, receivedPackage, receivePackage, requireWaiting } from './uploading.ts';

/**
 * Takes in a package that was not uploaded: staff scan it, and it is reviewed like an uploaded one (D94).
 * @throws Refusal not-found, applications.moved-on, applications.package-date, and as `receivePackage`
 */
export const takeInPackage = operation({
  name: 'applications.take-in-package',
  summary: 'Takes in a signed paper application that came by mail, email or courier, or in person.',
  access: staff,
  kind: 'staged',
  input: inputOf(packageIntakeFields).extend({ applicationid: z.uuid(), package: packageFiles }),
  output: receivedPackage,
  throttle: { by: 'account', limit: 60, per: HOUR },
  ready: readyWith(z.object({ applicationid: z.uuid() }), requireAwaited),
  async run(work, { applicationid, package: files, way, received }) {
    await requireAwaited(work, { applicationid });
    return receivePackage(work, applicationid, files, {
      way,
      at: (requestedAt) => instantOf(received, requestedAt, work.now),
    });
  },
});

/** @throws Refusal not-found, applications.moved-on */
async function requireAwaited(
  work: Pick<Work, 'row'>,
  { applicationid }: { applicationid: string },
): Promise<void> {
  const { status } = await getApplication(work, applicationid);
  requireWaiting(status);
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * The moment to store for the day on which a package arrived: noon, adjusted to lie after the request and not in the
 * future.
 * @param day yyyy-MM-dd, in the time zone of staff
 * @throws Refusal applications.package-date for a day before the package was asked for, or in the future
 */
function instantOf(day: string, requestedAt: Date, now: Date): Date {
  // In time zones west of UTC it may still have been the day before.
  const earliest = dayOf(new Date(requestedAt.getTime() - DAY));
  if (day < earliest || day > dayOf(now))
    throw new Refusal('applications.package-date', { field: 'received' });
  const noon = new Date(`${day}T12:00:00.000Z`).getTime();
  return new Date(Math.min(Math.max(noon, requestedAt.getTime()), now.getTime()));
}
