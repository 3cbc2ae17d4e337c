import { createStaffAccount, getTerms, keepAcceptance } from '#modules/identity/index.ts';
import { readConfig } from '#modules/platform/config.ts';
import { createLog } from '#modules/platform/log.ts';
import { startPortal } from '#modules/portal.ts';

export const staffPassword = 'copper-Lantern-2026';

/** One staff account per project, so that parallel journeys do not use each other's codes. */
export function staffOf(project: string): string {
  return `staff.${project.replace(/\W/g, '')}@shieldhub.test`;
}

export async function makeStaff(
  environment: Record<string, string>,
  databaseUrl: string,
  projects: readonly string[],
): Promise<void> {
  const config = readConfig(environment);
  const log = createLog({ level: 'error' });
  const portal = await startPortal({ config, log, databaseUrl, applicationName: 'journeys' });
  try {
    for (const project of projects) {
      await portal.work('journeys.make-staff', async (work) => {
        const id = await createStaffAccount(work, {
          emailaddress: staffOf(project),
          firstname: 'Ada',
          lastname: 'Staff',
          password: staffPassword,
        });
        await keepAcceptance(work, id, await getTerms(work, 'portal'));
      });
    }
  } finally {
    await portal.close();
  }
}
