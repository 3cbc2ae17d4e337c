import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { getPortalSettings, savePortalSettings } from '#modules/admin/index.ts';
import { portalBrandFields } from '#modules/enterprise/fields.ts';
import { portalBrandForm } from '#modules/enterprise/forms.ts';
import { logoAddress } from '#modules/enterprise/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { staff } from '#modules/platform/index.ts';
import { intents, readAllowed, submit } from '../../action.server.ts';
import {
  Card,
  checkedBy,
  Form,
  LinkButton,
  List,
  ListRow,
  Page,
  StateSelect,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { BrandColors, useBrandReport } from './brand-colors.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { brandReport } from './brand-report.server.ts';
import { settingsIntents } from './branding-intents.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';
import { TermsLinks } from './terms-links.tsx';

export const meta = titled('Settings');

const fields = bind(portalBrandFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.portalBrandForm));

export async function loader(args: LoaderFunctionArgs) {
  const { brand, seen } = await perform(args, getPortalSettings, {});
  const { baseHost } = args.context.portal.config;
  const logo = logoAddress(brand.branding_logo_path) || null;
  return { brand, seen, logo, baseHost, report: brandReport(brand), ...(await portalChanges(args)) };
}

export const shouldRevalidate: ShouldRevalidateFunction = keepsWhatIsTyped(settingsIntents.preview);

export const action = intents(settingsIntents, {
  brand: (args) =>
    submit(args, {
      form: portalBrandForm,
      operation: savePortalSettings,
      done: () => {
        flash(args.context.visit, 'Settings saved');
        return redirect('/admin/settings');
      },
    }),
  preview: async (args) => {
    const { value, again } = await readAllowed(args, portalBrandForm, { access: staff });
    return again({ report: value ? brandReport(value) : undefined });
  },
});

/** The portal's own brand, which pages and mails use if no company's brand applies (D88), and its options. */
export default function Settings() {
  const { brand, seen, logo, baseHost, report: saved } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { report, typed } = useBrandReport(saved, result, settingsIntents.preview);
  const cityLine = `${brand.company_city}, ${brand.company_state} ${brand.company_postalcode}`;
  return (
    <Page title="Settings">
      <Card
        title="Portal brand"
        aside={
          <>
            <LastChange of={['brand', 'logo']} />
            <LinkButton size="small" to="/admin/settings/logo">
              {logo ? 'Change logo' : 'Add a logo'}
            </LinkButton>
          </>
        }
      >
        <div className="brand-edit">
          <Form id="brand" intent={settingsIntents.brand} result={result} defaults={brand} check={check}>
            <ChangedMeanwhile fields={portalBrandFields} saved={brand} />
            <input type="hidden" name={fields.seen.name} value={seen} />
            <div className="pair">
              <TextInput field={fields.company_name} />
              <TextInput field={fields.legal_name} />
            </div>
            <div className="pair">
              <TextInput field={fields.company_address1} />
              <TextInput field={fields.company_address2} />
            </div>
            <div className="trio">
              <TextInput field={fields.company_city} />
              <StateSelect field={fields.company_state} />
              <TextInput field={fields.company_postalcode} />
            </div>
            <div className="pair">
              <TextInput field={fields.company_phone} />
              <TextInput field={fields.support_email} />
            </div>
            <TextInput field={fields.sender_address} />
            <TextInput field={fields.help_url} />
            <TextInput field={fields.time_zone} hint="Such as America/Chicago" />
            <BrandColors report={report} preview={settingsIntents.preview} onTyped={typed} />
            <div className="actions">
              <SubmitButton intent={settingsIntents.brand} pending="Saving">
                Save settings
              </SubmitButton>
            </div>
          </Form>
          <BrandPreview
            report={report}
            name={brand.company_name}
            logo={logo}
            host={baseHost}
            address={[brand.legal_name, brand.company_address1, cityLine].filter(Boolean).join(', ')}
            vendor={null}
          />
        </div>
      </Card>
      <Card title="Pages" padded={false}>
        <List>
          <ListRow title="Release notes" note="Shown under “What’s new” in the header">
            <Link to="/admin/settings/releasenotes">Write release notes</Link>
          </ListRow>
          <ListRow title="Store" note="Maintenance, unpaid purchases, and the card for a first check">
            <Link to="/admin/settings/store">Change the store</Link>
          </ListRow>
          <ListRow
            title="Controls"
            note="Refund limit and Link My Account, which need a second admin’s approval"
          >
            <Link to="/admin/settings/controls">Open the controls</Link>
          </ListRow>
          <ListRow title="Goals" note="How soon staff look at reviews and refunds">
            <Link to="/admin/settings/goals">Change goals</Link>
          </ListRow>
          <ListRow title="Emails" note="Every email with sample data, in any brand">
            <Link to="/admin/settings/mails">Preview emails</Link>
          </ListRow>
          <ListRow title="Morning email" note="Whether you get one about waiting and overdue work">
            <Link to="/admin/settings/digest">Choose</Link>
          </ListRow>
          <ListRow
            title="Limits and reminders"
            note="Free searches, and the days on which people are reminded"
          >
            <Link to="/admin/settings/limits">Change limits</Link>
          </ListRow>
          <ListRow title="Providers" note="Their last answers and error rates, with a test">
            <Link to="/admin/queues#providers">See providers</Link>
          </ListRow>
          <ListRow title="Guided tour" note="What it says at each step">
            <Link to="/admin/settings/tour">Edit the tour</Link>
          </ListRow>
          <ListRow title="Dashboards" note="The portal’s charts, or your own reporting tool">
            <Link to="/admin/settings/dashboards">Change dashboards</Link>
          </ListRow>
          <ListRow title="Retention" note="What is kept how long and why, and legal holds">
            <Link to="/admin/retention">See retention</Link>
          </ListRow>
          <ListRow title="Suppressed addresses" note="Email addresses that get no mail, and why">
            <Link to="/admin/suppressions">See addresses</Link>
          </ListRow>
          <ListRow title="Page speed" note="How fast pages load for the people who use them">
            <Link to="/admin/settings/speed">See page speed</Link>
          </ListRow>
        </List>
      </Card>
      <TermsLinks base="/admin/settings" company={false} lead="These apply on every host." />
    </Page>
  );
}
