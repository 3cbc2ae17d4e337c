import { useEffect, useState } from 'react';
import { mailedShareTerm, shareByEmailFields } from '#modules/network/fields.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Banner,
  Card,
  checkedBy,
  Form,
  RefusalBanner,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';

const fields = bind(shareByEmailFields);
const check = checkedBy(() => import('#modules/network/forms.ts').then((forms) => forms.shareByEmailForm));

interface Shared {
  linkid: string;
  emailaddress: string;
  expires: string | Date;
}

function sharedIn(result: unknown): Shared | null {
  return typeof result === 'object' && result !== null && 'shared' in result
    ? (result.shared as Shared)
    : null;
}

/** Mails a link to the score. With script, Share is enabled once the text is an email address (doc1 §5). */
export function ShareByEmail({ result, timeZone }: { result: unknown; timeZone: string }) {
  const shared = sharedIn(result);
  return (
    <Card
      title="By email"
      note={`We’ll email a link to your score. It works for ${mailedShareTerm} days, and you can turn it off at any time.`}
    >
      {shared ? <Confirmation key={shared.linkid} shared={shared} timeZone={timeZone} /> : null}
      <Form
        // The key makes a new form after each mail, so that the field is empty again.
        key={shared?.linkid ?? 'first'}
        id="share"
        result={shared ? undefined : result}
        check={check}
        untilValid
        summary={false}
      >
        <RefusalBanner result={shared ? undefined : result} />
        <TextInput field={fields.emailaddress} enterKeyHint="send" />
        <SubmitButton pending="Sharing">Share</SubmitButton>
      </Form>
      <p className="small muted">
        They see your name, your score, and the date it’s valid through. No report, no address, no date of
        birth.
      </p>
    </Card>
  );
}

/** With script, it disappears by itself. */
function Confirmation({ shared, timeZone }: { shared: Shared; timeZone: string }) {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), networkTimings['share.confirmation-shown']);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <Banner tone="ok" live="status" title={`Shared with ${shared.emailaddress}.`}>
      The link works until {formatDate(shared.expires, timeZone)}.
    </Banner>
  );
}
