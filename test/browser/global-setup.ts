import type { FullConfig } from '@playwright/test';
import { startApp } from './app.ts';
import { makeStaff } from './staff.ts';

/** Starts one portal for all journeys. Each journey creates its own people in it. */
export default async function setup({ projects }: FullConfig): Promise<() => Promise<void>> {
  const app = await startApp();
  process.env.APP_URL = app.url;
  process.env.APP_DATABASE_URL = app.databaseUrl;
  process.env.APP_ENVIRONMENT = JSON.stringify(app.environment);
  await makeStaff(
    app.environment,
    app.databaseUrl,
    projects.map(({ name }) => name),
  );
  return app.stop;
}
