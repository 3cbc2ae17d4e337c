import { z } from 'zod';
import { schemaOf, type Work, yesNo } from '#modules/platform/index.ts';
import { methodEmailFields, methodPhoneFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { type MethodKind, maskEmail, maskPhone, methodKinds } from '../rules.ts';

/** The methods that are the account's own address and number (doc2 §3). */
const ownIds = ['user_email', 'user_mobile'] as const;

/** A way in which the second step reaches a person (doc2 §4.4). */
export interface Method {
  /** `user_email`, `user_mobile`, or the id of a row of contact_method. */
  id: string;
  contact_method: MethodKind;
  /** An email address in lower case, ten digits, or empty for an authenticator app. */
  contact_value: string;
  verified: boolean;
  is_primary: boolean;
}

export const isOwn = ({ id }: Pick<Method, 'id'>) => ownIds.some((own) => own === id);

/** All methods of an account, the primary one first, those that are not confirmed yet last. */
export async function listMethods({ db }: Pick<Work, 'db'>, accountId: string): Promise<Method[]> {
  const account = await db
    .selectFrom('account')
    .select(['emailaddress', 'mobile', 'mobile_verified_at', 'two_step_method', 'two_step_contact_id'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Refusal('not-found');
  const { two_step_method: preferred, two_step_contact_id: preferredId } = account;
  const added = await db
    .selectFrom('contact_method')
    .select(['id', 'kind', 'value', 'verified_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const methods: Method[] = [
    {
      id: 'user_email',
      contact_method: 'EMAIL',
      contact_value: account.emailaddress,
      verified: true,
      is_primary: preferred === 'EMAIL' && !preferredId,
    },
  ];
  if (account.mobile !== '') {
    methods.push({
      id: 'user_mobile',
      contact_method: 'SMS',
      contact_value: account.mobile,
      verified: account.mobile_verified_at !== null,
      is_primary: preferred === 'SMS' && !preferredId,
    });
  }
  for (const { id, kind, value, verified_at } of added) {
    methods.push({
      id,
      contact_method: kind,
      contact_value: value,
      verified: verified_at !== null,
      is_primary: id === preferredId,
    });
  }
  const rank = (method: Method) => (method.is_primary ? 0 : method.verified ? 1 : 2);
  return methods.sort((a, b) => rank(a) - rank(b));
}

/** @throws Refusal identity.code-method-unknown including for somebody else's method */
export async function getMethod(
  work: Pick<Work, 'db'>,
  accountId: string,
  id: string | undefined,
): Promise<Method> {
  const found = (await listMethods(work, accountId)).find((method) => method.id === id);
  if (!found) throw new Refusal('identity.code-method-unknown');
  return found;
}

/** A method in the form in which the calls return it (doc2 §3). */
export const methodAnswer = z.object({
  id: z.string(),
  contact_method: z.enum(methodKinds),
  contact_value: z.string(),
  status: z.enum(['verified', 'verifiedprimary', 'pending']),
  is_primary: yesNo,
});

export function answerMethod({ verified, ...method }: Method): z.output<typeof methodAnswer> {
  return {
    ...method,
    status: method.is_primary ? 'verifiedprimary' : verified ? 'verified' : 'pending',
  };
}

/** Enough for the owner to recognize the method, but not enough for anybody else to learn the address. */
export function maskMethod({ contact_method, contact_value }: Method): string {
  if (contact_method === 'EMAIL') return maskEmail(contact_value);
  return contact_method === 'SMS' ? maskPhone(contact_value) : '';
}

const addressField = schemaOf(methodEmailFields.contact_value);
const phoneField = schemaOf(methodPhoneFields.contact_value);

/**
 * Turns what was typed as the address or number of a new method into the form in which it is stored.
 * @throws Refusal invalid-input
 */
export function readMethodValue(kind: MethodKind, typed: string): string {
  if (kind === 'OTPAPP') return '';
  const read = (kind === 'EMAIL' ? addressField : phoneField).safeParse(typed);
  if (read.success) return read.data;
  throw new Refusal('invalid-input', {
    field: 'contact_value',
    issues: { contact_value: read.error.issues.map(({ message }) => message) },
  });
}

/** Whether somebody else signs in with an address, or has proven it as a method (doc2 §8). */
export async function isAddressTaken(
  { db }: Pick<Work, 'db'>,
  accountId: string,
  address: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', address)
    .where('id', '<>', accountId)
    .unionAll(
      db
        .selectFrom('contact_method')
        .select('id')
        .where('kind', '=', 'EMAIL')
        .where('value', '=', address)
        .where('account_id', '<>', accountId)
        .where('verified_at', 'is not', null),
    )
    .executeTakeFirst();
  return found !== undefined;
}
