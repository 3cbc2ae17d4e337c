import type { Surroundings } from '../connect.ts';

/** Who can sign in to the demo data, as `shield up` shows it. */
export const demoAccounts: { emailaddress: string; who: string }[] = [];
export const demoPassword = 'copper-Lantern-2026';

/** Fills an empty database by the operations themselves, under a clock of its own. */
export async function seedDemo(_at: Surroundings): Promise<void> {}
