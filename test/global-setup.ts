import { holdServer, testServer, testTemplate } from './database.ts';

/** Starts the server of the tests and builds the template once, before the workers need clones. */
export default async function setup(): Promise<() => Promise<void>> {
  const letGo = await holdServer();
  await testTemplate(await testServer());
  return letGo;
}
