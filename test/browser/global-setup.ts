import { startApp } from './app.ts';

/** One portal for all journeys; each makes people of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const app = await startApp({ command: ['up'] });
  process.env.APP_URL = app.url;
  process.env.APP_DATABASE_URL = app.databaseUrl;
  return app.stop;
}
