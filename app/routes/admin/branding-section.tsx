import type { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { getHostEnding } from '#modules/admin/index.ts';
import { companyBrandFields } from '#modules/enterprise/fields.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { formatCount, formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { answerTo } from '../../components/form/state.ts';
import {
  Banner,
  Button,
  Card,
  checkedBy,
  Facts,
  Form,
  LinkButton,
  SubmitButton,
  Switch,
  TextInput,
} from '../../components/index.ts';
import { BrandColors, useBrandReport } from './brand-colors.tsx';
import { BrandPreview } from './brand-preview.tsx';
import type { BrandReport } from './brand-report.server.ts';
import { companyIntents } from './branding-intents.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { InPlace } from './save-bar.tsx';

const fields = bind(companyBrandFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.companyBrandForm));

export interface CompanyBranding {
  brand: Record<string, string | boolean>;
  seen: string;
  company_name: string;
  logo: string | null;
  address: string | null;
  /** Who runs the portal. */
  portalName: string;
  suffix: string;
  baseHost: string;
  report: BrandReport;
}

interface BrandingSectionProps {
  userid: string;
  branding: CompanyBranding;
  fetcher: ReturnType<typeof useFetcher>;
  /** The answer of the page's action. */
  result: unknown;
}

/** A host name that the button Check found to be free. */
function freeHostIn(result: unknown): string | null {
  const found = (result as { found?: { available?: string } } | undefined)?.found;
  return found?.available ?? null;
}

type Ending = NonNullable<OutputOf<typeof getHostEnding>['ending']>;

/** What ends with the company's live host, if what is about to be saved takes it away. */
function endingIn(result: unknown): Ending | null {
  const found = (result as { found?: { ending?: Ending | null } } | undefined)?.found;
  return found?.ending ?? null;
}

/** What has to be read before the form is sent again (D114). */
function HostEnding({ ending, company }: { ending: Ending; company: string }) {
  const { host, people, sessions, browsers, passkeys, team } = ending;
  const bound = [
    formatCount(sessions, 'session'),
    formatCount(browsers, 'remembered browser'),
    formatCount(passkeys, 'passkey'),
  ].join(', ');
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, the new page must begin at what has to be read
    <div ref={top} tabIndex={-1} autoFocus>
      <Banner tone="warn" live="alert" title={`This ends ${host}`}>
        <p>{enterpriseTexts['console.host-ends']}</p>
        <Facts
          facts={[
            ['Stops working immediately', bound],
            [
              'Told by email',
              `${formatCount(people, 'person', 'people')}, ${formatCount(team, 'team member')} of ${company}`,
            ],
            [
              'The address',
              `Reserved for ${formatDuration(enterpriseTimings['host.reserved'])}; links to it lead to the same page of the portal`,
            ],
          ]}
        />
      </Banner>
    </div>
  );
}

/**
 * Whether a host name is typed in. True until the page's script runs, and without script.
 * @param stored the stored host name
 */
function useHasHost(stored: unknown) {
  const [hasHost, setHasHost] = useState(true);
  useEffect(() => setHasHost(stored !== ''), [stored]);
  return { hasHost, typed: (host: string) => setHasHost(host.trim() !== '') };
}

/** The host, colors, store and footer of a company's client portal, next to a preview (doc3 §3, §5). */
export function BrandingSection({ userid, branding, fetcher, result: loaded }: BrandingSectionProps) {
  const result = answerTo(fetcher.data ?? loaded, 'brand');
  const { brand, report: saved } = branding;
  const { report, typed } = useBrandReport(saved, result, companyIntents.preview);
  const { hasHost, typed: hostTyped } = useHasHost(brand.branding_hostname);
  const available = freeHostIn(result);
  const ending = endingIn(result);
  const host = brand.branding_hostname ? `${brand.branding_hostname}${branding.suffix}` : branding.baseHost;
  return (
    <Card
      id="branding"
      className="sec"
      title="Branding"
      aside={
        <>
          <LastChange of={['brand', 'logo']} />
          <LinkButton size="small" to={`/admin/user/${userid}/enterprise/logo`}>
            {branding.logo ? 'Change logo' : 'Add a logo'}
          </LinkButton>
        </>
      }
    >
      <div className="brand-edit">
        <Form
          id="brand"
          intent={companyIntents.branding}
          fetcher={fetcher}
          result={result}
          defaults={brand}
          check={check}
          label="Branding"
        >
          <ChangedMeanwhile fields={companyBrandFields} saved={brand} />
          <input type="hidden" name={fields.seen.name} value={branding.seen} />
          <InPlace />
          <Switch
            field={fields.custom_branding_enabled}
            note="The company’s own host name, colors, and logo"
          />
          <TextInput
            field={fields.branding_hostname}
            hint={`The first part of the address, before ${branding.suffix}`}
            autoCapitalize="none"
            spellCheck={false}
            onInput={({ currentTarget }) => hostTyped(currentTarget.value)}
            beside={
              <Button type="submit" intent={companyIntents.check} formNoValidate>
                Check
              </Button>
            }
          />
          {available ? (
            <p className="small" role="status">
              {available}
            </p>
          ) : null}
          <BrandColors report={report} preview={companyIntents.preview} onTyped={typed} />
          <TextInput
            field={fields.custom_store_url}
            hint={
              hasHost
                ? 'Purchase buttons on the company’s host open this address. Requires a host name.'
                : enterpriseTexts['console.store-needs-portal']
            }
            disabled={!hasHost}
          />
          <TextInput
            field={fields.stripe_publishable_key}
            hint="Starts with pk_. Card forms on the company’s host use it. It must belong to the portal’s Stripe account: the key of another account can’t take payments. Leave empty to use the portal’s own."
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextInput field={fields.support_email} hint="Leave empty to use the portal’s own." />
          <TextInput field={fields.help_url} />
          <Switch
            field={fields.business_footer}
            note="Shows the name, address, and phone at the bottom of pages and emails"
          />
          <Switch
            field={fields.shieldhub_branding}
            note={`Shows “Powered by ${branding.portalName}” in the footer`}
          />
          {ending ? <HostEnding ending={ending} company={branding.company_name} /> : null}
          {ending ? (
            <div className="actions">
              <SubmitButton
                kind="danger"
                name={fields.ending_host.name}
                value={ending.host}
                pending="Saving"
                busy={fetcher.state !== 'idle'}
              >
                End {ending.host} and save
              </SubmitButton>
              <LinkButton to={`/admin/user/${userid}/enterprise#branding`} reloadDocument>
                Keep {ending.host}
              </LinkButton>
            </div>
          ) : (
            <div className="actions without-script">
              <SubmitButton intent={companyIntents.branding} pending="Saving">
                Save branding
              </SubmitButton>
            </div>
          )}
        </Form>
        <BrandPreview
          report={report}
          name={branding.company_name}
          logo={branding.logo}
          host={host}
          address={brand.business_footer ? branding.address : null}
          vendor={brand.shieldhub_branding ? branding.portalName : null}
        />
      </div>
    </Card>
  );
}
