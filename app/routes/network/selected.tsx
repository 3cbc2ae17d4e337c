import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { actOnSelection, previewSelection, type SelectionAction } from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { formatCount, formatDuration } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Selected rows');

function readSelection(request: Request) {
  const query = new URL(request.url).searchParams;
  const found = previewSelection.input.safeParse({
    action: query.get('action'),
    connectionids: query.getAll('selected'),
  });
  return found.success ? found.data : null;
}

/** The address of the grid, with its filters but without the selection. */
function gridSearch(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('selected');
  query.delete('action');
  return query.size > 0 ? `?${query}` : '';
}

export async function loader(args: LoaderFunctionArgs) {
  const selection = readSelection(args.request);
  if (!selection) return null;
  return { action: selection.action, ...(await perform(args, previewSelection, selection)) };
}

export async function action(args: ActionFunctionArgs) {
  const selection = readSelection(args.request);
  const back = `/user/network${gridSearch(new URL(args.request.url).search)}`;
  if (!selection) return redirect(back);
  return submit(args, {
    form: buttonForm,
    operation: actOnSelection,
    input: () => selection,
    done: ({ done, unmailed, refused }) => {
      const others = refused.map(({ reason, count }) => `${people(count)} skipped: ${reason}.`);
      const mailed = done - unmailed;
      const words = mailed > 0 || unmailed === 0 ? [`${people(mailed)} ${ways[selection.action].done}.`] : [];
      const extended = unmailed > 0 ? [`${people(unmailed)} ${unmailedWords}`] : [];
      flash(args.context.visit, [...words, ...extended, ...others].join(' '), done > 0 ? 'ok' : 'bad');
      return redirect(back);
    },
  });
}

interface Way {
  title: string;
  question: string;
  yes: string;
  /** After 'Three people'. */
  done: string;
  danger: boolean;
}

const ways: Record<SelectionAction, Way> = {
  resendinvite: {
    title: 'Resend invitations?',
    question: `will get the invitation by email again and have another ${formatDuration(networkTimings['invitations.lifetime'])} to respond.`,
    yes: 'Resend',
    done: 'invited again',
    danger: false,
  },
  cancelinvite: {
    title: 'Cancel invitations?',
    question:
      'will no longer be invited, and the link in their email will stop working. You can invite them again.',
    yes: 'Cancel invitations',
    done: 'no longer invited',
    danger: true,
  },
  remove: {
    title: 'Remove from Network?',
    question:
      'will be removed from your network now, and you’ll no longer see their score. The record of past views is kept.',
    yes: 'Remove',
    done: 'removed',
    danger: true,
  },
};

const unmailedWords = 'ignored the invitation: it was extended, and no email is sent.';

const people = (count: number) => formatCount(count, 'person', 'people');

/** Lists what an action will do with the selected rows, and asks for confirmation. */
export default function Selected() {
  const selection = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const back = { search: gridSearch(search) };
  if (!selection) {
    return (
      <RouteDialog title="Nothing selected" closeTo={back}>
        <DialogBody>
          <p className="muted">Select rows first, then choose an action.</p>
        </DialogBody>
        <DialogFoot cancel="Close" />
      </RouteDialog>
    );
  }
  const { possible, unmailed, refused } = selection;
  const way = ways[selection.action];
  return (
    <RouteDialog title={way.title} closeTo={back}>
      <Form id="selected" summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          {possible > unmailed ? (
            <p className="muted">
              <b>{people(possible - unmailed)}</b> {way.question}
            </p>
          ) : null}
          {unmailed > 0 ? (
            <p className="muted">
              <b>{people(unmailed)}</b> ignored the invitation and will get no email, only more time to
              respond. You can give them the link yourself.
            </p>
          ) : null}
          {refused.length > 0 ? (
            <Banner tone="warn">
              {possible > 0
                ? 'The others won’t change:'
                : 'This isn’t possible for any of the selected rows:'}
              <ul>
                {refused.map(({ reason, count }) => (
                  <li key={reason}>
                    {people(count)}: {reason}
                  </li>
                ))}
              </ul>
            </Banner>
          ) : null}
        </DialogBody>
        <DialogFoot>
          {possible > 0 ? (
            <SubmitButton kind={way.danger ? 'danger' : 'primary'}>{way.yes}</SubmitButton>
          ) : null}
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
