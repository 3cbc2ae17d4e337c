export { preferenceCode, readPreferenceCode, readUnsubscribeToken } from './codes.ts';
export { button, code, facts, heading, link, type MailBrand, note, paragraph } from './content.ts';
export { declaredMails, declareMail, type Letter } from './declaration.ts';
export { deliveryIdIn, deliveryTag, type MailProgress, recordTag } from './delivery.ts';
export {
  defaultMailPreferences,
  type MailGroup,
  type MailList,
  type MailPreferences,
  mailGroups,
  mailLists,
} from './groups.ts';
export {
  type DeadMailbox,
  isReached,
  type MailAttachment,
  Mailer,
  type MailReader,
  type MailRecipient,
  type MailRecords,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
} from './mailer.ts';
export { listMailKinds, previewMail, sampleLetter } from './preview.ts';
export { renderMail } from './render.ts';
export { ResendMail } from './resend.ts';
