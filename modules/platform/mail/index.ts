export {
  button,
  code,
  facts,
  heading,
  type MailBrand,
  type MailContent,
  mail,
  note,
  paragraph,
} from './content.ts';
export { Mailer, MailRefused, type MailTransport, type OutgoingMail } from './mailer.ts';
export { renderMail } from './render.ts';
export { SmtpTransport } from './smtp.ts';
