import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { startApp } from './app.ts';
import { openOperations } from './operations.ts';

/** Starts one portal for all journeys. Each journey creates its own people and companies in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const app = await startApp();
  process.env.APP_URL = app.url;
  process.env.APP_DATABASE_URL = app.databaseUrl;
  process.env.APP_ENVIRONMENT = JSON.stringify(app.environment);
  const operations = await openOperations(app.environment);
  await removeSandboxDelays(operations);
  await operations.close();
  return app.stop;
}
