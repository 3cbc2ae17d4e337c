import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { permissiblePurposes } from '#modules/enterprise/fields.ts';
import { attestationFields } from '#modules/network/fields.ts';
import { attestationForm } from '#modules/network/forms.ts';
import { attestPurpose, downloadNetworkReport, getReportOffer } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Banner,
  Checkbox,
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  LinkButton,
  RadioChoice,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { AttestationNote } from './attestation-note.tsx';
import { reportIntents } from './report-intents.ts';
import { loadRow } from './row.server.ts';

const fields = bind(attestationFields);
const check = checkedBy(() => import('#modules/network/forms.ts').then((forms) => forms.attestationForm));

export const meta = titled('Download Full Report');

export async function loader(args: LoaderFunctionArgs) {
  const { name } = await loadRow(args, downloadNetworkReport, 'downloadreport');
  const offer = await perform(args, getReportOffer, { connectionid: args.params.connectionid ?? '' });
  return { name, ...offer };
}

export const action = intents(reportIntents, {
  attest: (args) =>
    submit(args, {
      form: attestationForm,
      operation: attestPurpose,
      done: () => redirect(new URL(args.request.url).pathname + new URL(args.request.url).search),
    }),
  download: (args) =>
    submit(args, {
      form: buttonForm,
      operation: downloadNetworkReport,
      input: () => ({ connectionid: args.params.connectionid ?? '' }),
      done: ({ downloadlink }) => ({ downloadlink }),
    }),
});

/** The full report of a person in the network. It is available only after the network's purpose is recorded. */
export default function Report() {
  const { name, reason, attested } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'downloadlink' in result) return <Ready link={result.downloadlink} />;
  if (reason === null && !attested) return <Attestation />;
  return (
    <RouteDialog title="Download Full Report">
      <Form
        id="report"
        intent={reportIntents.download}
        result={result}
        summary={false}
        className="dialog-form"
      >
        <DialogBody>
          {reason === null ? (
            <>
              <RefusalBanner result={result} />
              <p className="muted">
                The full background report of <b>{name}</b>. {networkTexts['report.who-sees']}
              </p>
            </>
          ) : (
            <Banner tone="warn">{`${networkTexts['network.not-in-this-state']} ${reason}.`}</Banner>
          )}
          <AttestationNote attested={attested} />
        </DialogBody>
        {reason === null ? (
          <DialogFoot>
            <SubmitButton pending="Preparing">Get the report</SubmitButton>
          </DialogFoot>
        ) : (
          <DialogFoot cancel="Close" />
        )}
      </Form>
    </RouteDialog>
  );
}

function Ready({ link }: { link: string }) {
  return (
    <RouteDialog title="Report ready">
      <DialogBody>
        <p>The link works for 5 minutes, and only for you.</p>
      </DialogBody>
      <DialogFoot cancel="Close">
        <LinkButton kind="primary" icon="download" to={link} reloadDocument>
          Download report
        </LinkButton>
      </DialogFoot>
    </RouteDialog>
  );
}

/** Asked once per network: the purpose for which it uses full reports. */
function Attestation() {
  const { suggested } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Why do you need reports?">
      <Form
        id="attestation"
        intent={reportIntents.attest}
        result={result}
        defaults={suggested ? { purpose: suggested } : {}}
        check={check}
        className="dialog-form"
      >
        <DialogBody>
          <p className="muted">
            {networkTexts['report.purpose-needed']} We ask only once, and record who answered and when.
          </p>
          <ChoiceGroup field={fields.purpose}>
            {Object.entries(permissiblePurposes).map(([value, label]) => (
              <RadioChoice
                key={value}
                field={fields.purpose}
                value={value as keyof typeof permissiblePurposes}
                label={label}
              />
            ))}
          </ChoiceGroup>
          <Checkbox field={fields.attested} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Saving">Attest and continue</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
