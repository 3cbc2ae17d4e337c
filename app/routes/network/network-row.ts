import type { ConnectionAnswer } from '#modules/network/index.ts';
import type { MailLook, StatusLook } from '#modules/network/statuses.ts';

type Shown =
  | 'firstname'
  | 'lastname'
  | 'emailaddress'
  | 'abcnumber'
  | 'currenticstatus'
  | 'score_expired'
  | 'expiration_date'
  | 'compliance'
  | 'accepted';

type Action = ConnectionAnswer['actions'][number];

/** A row of My Network. What it does not have is missing. */
export interface NetworkRow
  extends Pick<ConnectionAnswer, 'id' | 'share_dts'>,
    Partial<{ [Name in Shown]: NonNullable<ConnectionAnswer[Name]> }> {
  look: StatusLook;
  /** Under the name, such as the business. */
  note?: string;
  /** What became of the invitation's mail, or of the requests to renew. */
  mail?: MailLook;
  /** An action with a reason is not possible. */
  actions: (Pick<Action, 'action' | 'label'> & { reason?: string; obstacle?: string })[];
}
