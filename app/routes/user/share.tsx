import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { shareByEmailForm } from '#modules/network/forms.ts';
import { listShareLinks, shareShieldId } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { submit } from '../../action.server.ts';
import { Card, CopyButton, Crumbs, EmptyState, LinkButton, Page, ShieldId } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { ShareByEmail } from './share-by-email.tsx';
import { ShareLinks } from './share-links.tsx';

export const meta = titled('Share My ShieldScore');

export async function loader(args: LoaderFunctionArgs) {
  const { obstacle, links } = await perform(args, listShareLinks, {});
  const caller = await args.context.visit.caller();
  return {
    obstacle,
    links,
    shieldId: caller?.facts.certification_number ?? null,
    reviewSince: caller?.facts.score_review_since ?? null,
  };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: shareByEmailForm,
    operation: shareShieldId,
    done: ({ linkid, expires }, { emailaddress }) => data({ shared: { linkid, expires, emailaddress } }),
  });
}

/** How a person lets others see the score: by email, with a link or its QR code, or with the ShieldID (doc1 §2). */
export default function Share() {
  const { obstacle, links, shieldId, reviewSince } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  return (
    <Page
      narrow
      title="Share My ShieldScore"
      lead="You choose who sees your score and for how long. Each view is listed under Who saw your score."
      crumbs={<Crumbs trail={[['Network', '/user/network']]}>Share</Crumbs>}
      actions={
        <LinkButton to="/user/seen" kind="quiet" icon="eye">
          Who saw your score
        </LinkButton>
      }
    >
      {obstacle ? (
        <Obstacle
          obstacle={obstacle}
          since={reviewSince ? `The review began on ${formatDate(reviewSince, timeZone)}.` : null}
        />
      ) : (
        <div className="split split-wide">
          <ShareByEmail result={result} timeZone={timeZone} />
          {shieldId ? (
            <Card title="By ShieldID" note="Anyone who has it can look up your score under Search ShieldID.">
              <p className="bigid">
                <ShieldId value={shieldId} />
              </p>
              <div className="row">
                <CopyButton text={shieldId} label="Copy ID" copied="ID Copied" size="small" />
              </div>
            </Card>
          ) : null}
        </div>
      )}
      {obstacle === 'no-score' && links.length === 0 ? null : (
        <ShareLinks links={links} timeZone={timeZone} mayMake={obstacle === null} />
      )}
    </Page>
  );
}

const obstacles = {
  'no-score': {
    icon: 'shield',
    title: 'You don’t have a ShieldScore yet',
    text: networkTexts['share.no-score'],
    action: <LinkButton to="/user/purchase">Purchase Background Check</LinkButton>,
  },
  'score-held': {
    icon: 'clock',
    title: 'Your ShieldScore is on hold',
    text: `${networkTexts['share.held']} Until then, your links show nothing.`,
    action: <LinkButton to="/support">Contact support</LinkButton>,
  },
  'under-review': {
    icon: 'clock',
    title: 'Your ShieldScore is under review',
    text: `${networkTexts['share.under-review']} Until then, your links show nothing.`,
    action: <LinkButton to="/user">See what to do</LinkButton>,
  },
  'sharing-off': {
    icon: 'lock',
    title: 'Sharing is off',
    text: `${networkTexts['share.off']} Until then, your links show nothing.`,
    action: <LinkButton to="/user/profile/privacy">Open Privacy & Data</LinkButton>,
  },
} as const;

function Obstacle({ obstacle, since }: { obstacle: keyof typeof obstacles; since: string | null }) {
  const { icon, title, text, action } = obstacles[obstacle];
  return (
    <Card>
      <EmptyState icon={icon} title={title} action={action}>
        {text}
        {obstacle === 'under-review' && since ? ` ${since}` : null}
      </EmptyState>
    </Card>
  );
}
