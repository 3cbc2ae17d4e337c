/** What portals have logged at level error or above since the last test: test/setup.ts looks at it after each. */
export const loggedErrors: Record<string, unknown>[] = [];
