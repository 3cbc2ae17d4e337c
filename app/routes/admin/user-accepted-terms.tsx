import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getAcceptedTerms } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { DialogBody, DialogFoot, Document, RouteDialog } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { termsTitles } from './terms-titles.ts';

export const meta = titled('Accepted terms');

export function loader(args: LoaderFunctionArgs) {
  const { userid = '', acceptanceid = '' } = args.params;
  return perform(args, getAcceptedTerms, { userid, acceptanceid });
}

/** The text that a person agreed to. */
export default function UserAcceptedTerms() {
  const { kind, company_name, terms_version, dts, ipaddress, terms_content } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <RouteDialog title="Accepted terms" wide>
      <DialogBody>
        <Document
          title={company_name ? `${termsTitles[kind]} of ${company_name}` : termsTitles[kind]}
          meta={[`Version ${terms_version}`, `Accepted ${formatDateTime(dts, timeZone)} from ${ipaddress}`]}
          html={terms_content}
        />
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}
