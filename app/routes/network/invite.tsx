import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { inviteFields } from '#modules/network/fields.ts';
import { inviteForm } from '#modules/network/forms.ts';
import { getPaymentOptions, newInvite, uploadBulk } from '#modules/network/index.ts';
import { sentWords } from '#modules/network/statuses.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { cleanTerm, longestTerm } from '#modules/platform/fields/search.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { submit } from '../../action.server.ts';
import {
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RadioChoice,
  RouteDialog,
  Select,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { isAllowed, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

const invitation = bind(inviteFields);

export const meta = titled('Invite User');

const check = checkedBy(() => import('#modules/network/forms.ts').then((forms) => forms.inviteForm));

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, newInvite);
  const { code_types, card_problem, packages } = await perform(args, getPaymentOptions, {});
  return {
    coupons: code_types.map(({ id, description }) => ({ id, description })),
    cardProblem: card_problem !== null,
    packages: packages.map(({ id, package_descrip }) => [id, package_descrip] as const),
    mayInviteMany: await isAllowed(args, uploadBulk),
    touser: cleanTerm(new URL(args.request.url).searchParams.get('touser') ?? '').slice(0, longestTerm),
  };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: inviteForm,
    operation: newInvite,
    input: (value) => value,
    done: ({ already_invited, error_message, connectionstatus, mail_withheld }, value) => {
      if (already_invited) {
        const answer = {
          status: 'error' as const,
          initialValue: value,
          error: { touser: [error_message ?? ''] },
        };
        return data(answer, { status: 409 });
      }
      flash(args.context.visit, sentWords({ ignored: connectionstatus === 'INVITEIGNORE', mail_withheld }));
      const query = new URL(args.request.url).search;
      return redirect(`/user/network${query}`);
    },
  });
}

/** Invites by email address or ShieldID. Someone without an account is asked to register. */
export default function Invite() {
  const { touser, coupons, cardProblem, packages, mayInviteMany } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Invite User">
      <Form
        id="invite"
        result={useActionData<typeof action>()}
        defaults={{ touser, purchase_coupon: '', purchase_package: '' }}
        check={check}
        className="dialog-form"
      >
        <DialogBody>
          <TextInput
            field={invitation.touser}
            hint="We’ll email a link. Their score is not shared until they accept."
            enterKeyHint="send"
          />
          {packages.length > 0 ? (
            <Select
              field={invitation.purchase_package}
              options={packages}
              none="Let them choose"
              hint="The link opens the purchase of this check."
            />
          ) : null}
          {coupons.length > 0 ? (
            <ChoiceGroup
              field={invitation.purchase_coupon}
              hint="Only this person can use it, once, while the invitation is open. Your company’s card is charged then."
            >
              <RadioChoice field={invitation.purchase_coupon} value="" label="No coupon" />
              {coupons.map(({ id, description }) => (
                <RadioChoice key={id} field={invitation.purchase_coupon} value={id} label={description} />
              ))}
            </ChoiceGroup>
          ) : null}
          {mayInviteMany ? (
            <p className="small">
              More than a few? <Link to="/user/network/bulk">Invite many people from a file</Link>
            </p>
          ) : null}
          {cardProblem ? <p className="hint">{purchasingTexts['coupon.card-needed']}</p> : null}
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send invitation</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
