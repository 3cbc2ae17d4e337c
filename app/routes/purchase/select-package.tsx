import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { newInvite } from '#modules/network/index.ts';
import { formatCount, formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { stateName } from '#modules/platform/fields/states.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { selectPackageFields } from '#modules/purchasing/fields.ts';
import { selectPackageForm } from '#modules/purchasing/forms.ts';
import { listOffers, startPurchase } from '#modules/purchasing/index.ts';
import { newYorkYears, type Region, regions } from '#modules/purchasing/statuses.ts';
import { submit } from '../../action.server.ts';
import { ChoiceCard, ChoiceGroup, Form, LinkButton, Page, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, isAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { BuyingForOthers } from './buying-for-others.tsx';
import { leaveForStore } from './may-buy.server.ts';
import { PurchaseProgress } from './purchase-progress.tsx';
import { WhatIsSearched } from './what-is-searched.tsx';

const selected = bind(selectPackageFields);

export const meta = titled('Select Background Check');
export const handle = { exit: 'Exit', exitTo: '/user' };

function regionOf(request: Request): Region | null {
  const asked = new URL(request.url).searchParams.get('pkgfilter');
  return regions.find((region) => region === asked) ?? null;
}

export async function loader(args: LoaderFunctionArgs) {
  const pkgfilter = regionOf(args.request);
  const listed = await attempt(args, listOffers, { pkgfilter });
  if (!listed.ok) throw stopped(listed);
  await leaveForStore(args);
  const offers = listed.output;
  const asked = new URL(args.request.url).searchParams.get('packageid');
  const chosen = offers.packages.some(({ id }) => id === asked) ? asked : offers.chosen;
  return { pkgfilter, mayInvite: await isAllowed(args, newInvite), ...offers, chosen };
}

/** A person who may not buy now is redirected to the start, which shows why. */
function stopped({ code, refusal }: { code: string; refusal: Refusal }): Response {
  const shown = code === 'purchasing.not-now' || code === 'purchasing.store-closed';
  return shown ? redirect('/user/purchase/purchasealerts') : errorPage(refusal);
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: selectPackageForm,
    operation: startPurchase,
    // A full page load, because only the payment page's own content security policy allows the payment provider.
    done: ({ purchaseid }) => redirectDocument(`/user/purchase/completepurchase?purchaseid=${purchaseid}`),
  });
}

type Residence = { state: string; lived: boolean } | null;

/** For whom a package is, from its criteria in the catalogue. */
function forWhom(residence: Residence): string {
  if (!residence) return 'For everyone.';
  const state = stateName(residence.state);
  return residence.lived
    ? `For people who live in ${state}, or did in the last ${newYorkYears} years.`
    : `For people who have not lived in ${state} in the last ${newYorkYears} years.`;
}

/** The state whose courts are searched as well: that of the chosen check, or of the answer to the question. */
function courtsOf(chosen: { residence: Residence } | undefined, region: Region | null): string | null {
  const residence = chosen?.residence;
  if (residence) return residence.lived ? stateName(residence.state) : null;
  return !chosen && region === 'NY' ? stateName(region) : null;
}

export default function SelectPackage() {
  const { packages, renewal, chosen, pkgfilter, mayInvite } = useLoaderData<typeof loader>();
  const only = packages.length === 1 ? packages[0]?.id : null;
  const preset = (pkgfilter ? only : null) ?? chosen ?? '';
  const [picked, pick] = useState(preset);
  return (
    <Page
      calm
      title="Select your background check"
      lead={
        renewal
          ? 'Your ShieldID stays the same, and renewing early doesn’t lose any days.'
          : 'You pay once. It doesn’t renew automatically.'
      }
      crumbs={<PurchaseProgress step="selectpackage" />}
    >
      <div className="split">
        <Form
          id="package"
          result={useActionData<typeof action>()}
          className="stack stack-24"
          defaults={{ packageid: preset }}
        >
          <ChoiceGroup field={selected.packageid} label="Background check" quietLabel>
            {packages.length === 0 ? (
              <p className="muted">No background checks are available here right now.</p>
            ) : null}
            {packages.map((found) => (
              <ChoiceCard
                key={found.id}
                field={selected.packageid}
                value={found.id}
                onChange={() => pick(found.id)}
                label={renewal ? `${found.package_descrip}, renewal` : found.package_descrip}
                price={formatMoney(found.base_price)}
                note={forWhom(found.residence)}
                detail={`${found.full_package_descrip}. Valid for ${formatCount(found.renewalfrequencyinyears, 'year')}. By ${found.provider}`}
              />
            ))}
          </ChoiceGroup>
          <p className="small">
            {pkgfilter ? (
              <Link to="/user/purchase/selectpackage">Show all background checks</Link>
            ) : (
              <>
                Not sure? <Link to="/user/purchase/helpmechoose">Help me choose</Link> with one question.
              </>
            )}
          </p>
          <div className="actions">
            <SubmitButton size="large" pending="One moment">
              Continue
            </SubmitButton>
            <LinkButton kind="quiet" size="large" to="/user/purchase/purchasealerts">
              Back
            </LinkButton>
          </div>
        </Form>
        <aside className="stack" aria-label="About the check">
          <WhatIsSearched
            courtsOf={courtsOf(
              packages.find(({ id }) => id === picked),
              pkgfilter,
            )}
          />
          <BuyingForOthers mayInvite={mayInvite} />
        </aside>
      </div>
    </Page>
  );
}
