import { type MailCounts, mailLook, renewalLook } from '#modules/network/forms.ts';
import { Icon } from '../../components/index.ts';

/** How far the mail of an open invitation got, or how often somebody was asked to renew: an icon with its words. */
export function MailMark({ mails, accepted }: { mails: MailCounts; accepted: boolean }) {
  const look = accepted ? renewalLook(mails) : mailLook(mails);
  if (!look) return null;
  return (
    <span className={`mail-mark mail-mark-${look.tone}`} title={look.label}>
      <Icon name={look.icon} label={look.label} />
    </span>
  );
}
