import { z } from 'zod';
import { apiKey } from '#modules/enterprise/index.ts';
import { mostWithin, operation } from '#modules/platform/index.ts';
import { sendRows, sentRows } from '../bulk/calls.ts';
import { uploadThrottle } from '../bulk/uploading.ts';
import { BULK_ROWS } from '../limits.ts';
import { asActor } from './acting.ts';

/** What a line may say of a person. Coupons and packages cost money or decide for the person, so a key sends none. */
const columns = [
  'emailaddress',
  'shieldid',
  'fullname',
  'firstname',
  'lastname',
  'mobile',
  'businessname',
  'note',
] as const;

type Line = Partial<Record<(typeof columns)[number], string>>;

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, cell]) => columns.some((each) => each === name) && typeof cell === 'string',
  );

const lines = z
  .custom<Line[]>(
    (value) => Array.isArray(value) && value.length > 0 && value.length <= BULK_ROWS && value.every(isLine),
    `Send lines of JSON objects with texts: ${columns.join(', ')}`,
  )
  .meta({
    type: 'array',
    minItems: 1,
    maxItems: BULK_ROWS,
    items: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        columns.map((name) => [name, { type: 'string', maxLength: mostWithin.cellLength }]),
      ),
    },
  });

/** The same as a file of these rows: judged by its rules, and within the rows that the company may send a day (D132). */
export const bulkKeyInvitations = operation({
  name: 'network.bulk-key-invitations',
  summary: 'Invites the people of lines of JSON, or only counts whom it would invite.',
  access: apiKey('invitations:write'),
  kind: 'staged',
  input: z.object({
    lines,
    dry_run: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe('Only counts whom it would invite.'),
  }),
  output: sentRows,
  throttle: uploadThrottle,
  async run(work, { lines: given, dry_run }) {
    const { companyId } = work.caller;
    const { caller } = await asActor(work);
    const { results, bulkid } = await sendRows(
      work.as({ accountId: caller.accountId, bulkCompanyId: companyId }),
      {},
      {
        dryrun: dry_run,
        invite_data: given.map((line) => columns.map((name) => line[name] ?? '')),
        invite_data_includes_header: false,
        column_map: Object.fromEntries(columns.map((name, at) => [String(at), name])),
        coupon_most: null,
      },
    );
    return { results, bulkid };
  },
});
