/** What portals have logged at level error or above since the last test. test/setup.ts checks it after each test. */
export const loggedErrors: Record<string, unknown>[] = [];
