import type { Work } from '#modules/platform/index.ts';

/** After a company gave its host up: mails about purchases there go out under the portal's own brand (D114). */
export async function forgetHost({ db }: Work<unknown>, { host }: { host: string }): Promise<void> {
  await db.updateTable('purchase').set({ brand_host: null }).where('brand_host', '=', host).execute();
}
