import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findRun, takeImages } from '#sandboxes/idv/index.ts';
import { Banner, Button, LinkButton, Page } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { developmentOnly } from './development.server.ts';
import { DevelopmentFrame } from './development-frame.tsx';

export const meta = titled('Take the photos');

async function runOf({ context, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  developmentOnly(context);
  const id = params.runid ?? '';
  const run = /^[0-9a-f-]{36}$/.test(id) ? await findRun(context.portal, id) : null;
  if (!run) throw new Response(null, { status: 404 });
  return { id, run };
}

export async function loader(args: LoaderFunctionArgs) {
  return (await runOf(args)).run;
}

/** Takes the pictures, and redirects back as the provider's page would. */
export async function action(args: ActionFunctionArgs) {
  const { id, run } = await runOf(args);
  await takeImages(args.context.portal, id);
  return redirect(run.returnUrl);
}

const outcomes = {
  approved: 'This verification will be approved.',
  review: 'This verification will wait for staff: the back of the license has a glare.',
  rejected: 'This verification will be rejected: the face is another one.',
  blurred: 'These photos will be too blurred to read.',
  stays: 'This verification will stay in progress.',
};

/** The page of the sandbox in place of the provider's. It does not look at any face or ID. */
export default function IdCamera() {
  const { firstname, lastname, outcome, open, returnUrl } = useLoaderData<typeof loader>();
  return (
    <DevelopmentFrame>
      <Page narrow title="Take the photos" lead={`${firstname} ${lastname}, as the provider’s page sees it.`}>
        <div className="stack stack-24">
          <Banner tone="info" title="Sandbox.">
            No camera is used and nobody is checked. {outcomes[outcome]} The last name decides: Approve,
            Consider, Reject, Blur or Wait; anybody else is approved. The license of Typo shows Tyson, that of
            Other the name of somebody else.
          </Banner>
          {open ? (
            <form method="post">
              <Button type="submit" kind="primary" size="large">
                Take the photos of my ID and my face
              </Button>
            </form>
          ) : (
            <>
              <p>The photos have been taken.</p>
              <div>
                <LinkButton to={returnUrl} reloadDocument>
                  Back to the application
                </LinkButton>
              </div>
            </>
          )}
        </div>
      </Page>
    </DevelopmentFrame>
  );
}
