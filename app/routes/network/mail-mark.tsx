import { type MailCounts, mailLook, renewalLook } from '#modules/network/statuses.ts';
import { Icon } from '../../components/index.ts';

/** The delivery of an open invitation's mail, or how often the person was asked to renew: an icon with a text. */
export function MailMark({ mails, accepted }: { mails: MailCounts; accepted: boolean }) {
  const look = accepted ? renewalLook(mails) : mailLook(mails);
  if (!look) return null;
  return (
    <span className={`mail-mark mail-mark-${look.tone}`} title={look.label}>
      <Icon name={look.icon} label={look.label} />
    </span>
  );
}
