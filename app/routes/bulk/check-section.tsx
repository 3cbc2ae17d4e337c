import { useParams } from '@remix-run/react';
import { bulkColumnsFields, bulkStartFields } from '#modules/network/fields.ts';
import { formatCount, formatDate, formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Banner,
  Card,
  Checkbox,
  Disclose,
  Form,
  Icon,
  LinkButton,
  Select,
  SubmitButton,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { bulkAddress } from './addresses.ts';
import { bulkIntents } from './bulk-intents.ts';
import { type BulkPage, counted, groupsOf, invitations } from './bulk-words.ts';
import { FileFacts } from './columns-form.tsx';
import { CountBar, CountList } from './counts.tsx';
import { Preview } from './preview.tsx';

const columnFields = bind(bulkColumnsFields);
const startFields = bind(bulkStartFields);

interface CheckSectionProps {
  page: BulkPage;
  check: NonNullable<BulkPage['check']>;
  company: string;
  result: unknown;
}

/** The dry run: who would get an invitation, who is left out and why, and the button that sends them. */
export function CheckSection({ page, check, company, result }: CheckSectionProps) {
  const { bulk } = page;
  const address = `${bulkAddress(useParams())}/${bulk.id}`;
  const { sent, bad } = groupsOf(check.counts);
  return (
    <>
      {sent === 0 ? (
        <Banner tone="warn" title="No one in this file can be invited.">
          The counts below say why. Choose other columns, or correct the file and upload it again.
        </Banner>
      ) : null}
      <DailyLimit page={page} sent={sent} />
      <Card title={`${invitations(sent)} would be sent`} aside={<FileFacts page={page} />} padded={false}>
        <div className="card-body stack stack-8">
          <CountBar counts={check.counts} of="checked" />
        </div>
        <CountList counts={check.counts} of="checked" rows={address} />
        {bad > 0 ? (
          <p className="foot-note inline-svg">
            <Icon name="download" />
            <a href={`${address}/rows.csv?which=bad`}>File with reasons</a>
            <span>{formatCount(bad, 'row')} with your columns and a column “Reason”.</span>
          </p>
        ) : null}
        {page.coupons.length > 0 && sent > 0 ? <CouponForm page={page} result={result} /> : null}
        <Form id="start" intent={bulkIntents.start} result={result} className="card-foot bulk-start">
          {check.coupon_most === null ? null : (
            <div className="bulk-confirm">
              <input type="hidden" name={startFields.coupon_most.name} value={check.coupon_most} />
              <Checkbox
                field={startFields.confirmed}
                label={`The coupons can cost ${company} up to ${formatMoney(check.coupon_most)}`}
                note="If everyone redeems theirs for the most expensive background check. Your card is charged when someone redeems one."
              />
            </div>
          )}
          <LinkButton to="?columns">Back to columns</LinkButton>
          {sent > 0 ? (
            <SubmitButton className="push" intent={bulkIntents.start} pending="Starting">
              {`Send ${invitations(sent)}`}
            </SubmitButton>
          ) : null}
        </Form>
      </Card>
      <Preview page={page} />
    </>
  );
}

/** What the daily limit leaves for later, and for never: rows are sent only until the file is deleted. */
function DailyLimit({ page: { bulk, daily, sendable }, sent }: { page: BulkPage; sent: number }) {
  const { timeZone } = useRoot();
  if (sent <= daily.left) return null;
  const today = `${invitations(daily.left)} ${daily.left === 1 ? 'is' : 'are'} left today.`;
  if (bulk.kept_until === null || sendable === null || sent <= sendable) {
    return <Banner>{today} The rest is sent automatically over the next days.</Banner>;
  }
  return (
    <Banner
      tone="warn"
      title={`Only ${counted(sendable)} of ${invitations(sent)} can be sent from this file.`}
    >
      {today} At {counted(daily.limit)} a day, the others aren’t sent before the file is deleted on{' '}
      {formatDate(bulk.kept_until, timeZone)}. Upload the file again then to send the rest, or ask support for
      a higher limit now.
    </Banner>
  );
}

/** A coupon for everyone. It changes what the invitations cost, so the rows are checked again. */
function CouponForm({ page, result }: { page: BulkPage; result: unknown }) {
  const { bulk, check, columns, coupons, purchase_coupon } = page;
  const unknown = check?.counts.some(({ outcome, count }) => outcome === 'bad-coupon' && count > 0);
  return (
    <div className="bulk-more">
      <Disclose summary="With a coupon" open={purchase_coupon !== null || unknown === true}>
        <Form
          id="coupon"
          intent={bulkIntents.check}
          result={result}
          defaults={{ purchase_coupon: purchase_coupon ?? '' }}
        >
          {bulk.includes_header ? (
            <input type="hidden" name={columnFields.includes_header.name} value="on" />
          ) : null}
          {columns.map(({ kind }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file never change their order
            <input key={at} type="hidden" name="columns" value={kind} />
          ))}
          <Select
            field={columnFields.purchase_coupon}
            options={coupons.map(
              ({ id, description, most }) => [id, `${description}, up to ${formatMoney(most)} each`] as const,
            )}
            none="No coupon"
            hint={`Each person gets their own coupon. A row whose coupon column says “${coupons[0]?.description}” or another name of this list gets that one.`}
          />
          <div className="actions">
            <SubmitButton kind="default" size="small" pending="Checking the rows">
              Check with this coupon
            </SubmitButton>
          </div>
        </Form>
      </Disclose>
    </div>
  );
}
