import type { MailLook } from '#modules/network/statuses.ts';
import { Icon } from '../../components/index.ts';

/** The delivery of an open invitation's mail, or how often the person was asked to renew: an icon with a text. */
export function MailMark({ look }: { look: MailLook }) {
  return (
    <span className={`mail-mark mail-mark-${look.tone}`} title={look.label}>
      <Icon name={look.icon} label={look.label} />
    </span>
  );
}
