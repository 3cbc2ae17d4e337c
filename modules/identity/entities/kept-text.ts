import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** What a person typed into a form whose session had ended, until they have signed in again. */
const KeptTextSchema = defineEntity({
  name: 'KeptText',
  tableName: 'kept_text',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** The path of the page with the form, without its query. */
    page: p.text(),
    /** The id of the form on that page. */
    form: p.text(),
    /** The values of the form's fields, except secrets and files, as JSON sealed by the key ring. */
    valuesSealed: p.text(),
    keptAt: p.datetime(),
  },
});
export class KeptText extends KeptTextSchema.class {}
KeptTextSchema.setClass(KeptText);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof KeptTextSchema> {}
}
