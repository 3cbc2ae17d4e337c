import { redirect } from '@remix-run/node';
import { useActionData, useParams } from '@remix-run/react';
import { reportReasonFields } from '#modules/admin/fields.ts';
import { reportFetchForm, reportReasonForm } from '#modules/admin/forms.ts';
import { clearProfilePdfCache, getReportDownloadLink } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, submit } from '../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Disclose,
  Form,
  LinkButton,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { reportIntents } from './report-intents.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Open the report');

const fields = bind(reportReasonFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.reportReasonForm));

export const action = intents(reportIntents, {
  open: (args) => {
    const { userid = '', applicationid = '' } = args.params;
    return submit(args, {
      form: reportReasonForm,
      operation: getReportDownloadLink,
      input: (value) => ({ ...value, userid, appid: applicationid }),
      done: ({ downloadlink }) => ({ downloadlink }),
    });
  },
  fetch: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: reportFetchForm,
      operation: clearProfilePdfCache,
      input: (value) => ({ ...value, userid }),
      done: ({ changed }) => {
        flash(
          args.context.visit,
          changed
            ? 'The agency’s new file replaced the stored report'
            : 'The agency sent the same report again',
        );
        return redirect(`/admin/user/${userid}#checks`);
      },
    });
  },
});

/** Asks why staff want to open a person's report, and then offers it at an address that works for five minutes. */
export default function UserReport() {
  const { profile } = useRecord();
  const result = useActionData<typeof action>();
  if (result && 'downloadlink' in result) {
    return (
      <RouteDialog title="Report ready">
        <DialogBody>
          <p>The link works for 5 minutes, and only for you.</p>
        </DialogBody>
        <DialogFoot cancel="Close">
          <LinkButton kind="primary" icon="download" to={result.downloadlink} reloadDocument>
            Download report
          </LinkButton>
        </DialogFoot>
      </RouteDialog>
    );
  }
  const name = `${profile.firstname} ${profile.lastname}`;
  return (
    <RouteDialog title={`Open the report of ${name}?`}>
      <DialogBody>
        <RefusalBanner result={result} />
        <p className="muted">
          {name} will see, under “Who saw your score”, that our staff opened the report.
        </p>
        <Form id="report" intent={reportIntents.open} result={result} check={check} summary={false}>
          <TextArea field={fields.reason} hint="Kept in the audit log, with your name." rows={3} />
          <div className="actions">
            <SubmitButton pending="Opening">Open report</SubmitButton>
          </div>
        </Form>
        <FetchAgain />
      </DialogBody>
      <DialogFoot />
    </RouteDialog>
  );
}

/**
 * Fetches the report again. For a stored copy that cannot be read, or a file that the agency has corrected (doc3 §7,
 * clearprofilepdfcache).
 */
function FetchAgain() {
  const { applications } = useRecord();
  const result = useActionData<typeof action>();
  const { applicationid } = useParams();
  const profile = applications.find(({ id }) => id === applicationid)?.cra_profilenumber;
  if (!profile) return null;
  return (
    <Disclose summary="The file is damaged or out of date">
      <p className="muted">
        Gets the report from the agency again, in place of the copy stored here. The score doesn’t change.
      </p>
      <Form id="fetch" intent={reportIntents.fetch} result={result} summary={false}>
        <input type="hidden" name="profileid" value={profile} />
        <SubmitButton kind="default" size="small" pending="Getting the report">
          Get the report again
        </SubmitButton>
      </Form>
    </Disclose>
  );
}
