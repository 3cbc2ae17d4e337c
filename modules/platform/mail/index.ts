export {
  type Block,
  button,
  code,
  facts,
  heading,
  type MailBrand,
  type MailCategory,
  type MailContent,
  mail,
  note,
  paragraph,
} from './content.ts';
export { Mailer, MailRefused, type MailRequest, type MailTransport, type OutgoingMail } from './mailer.ts';
export { type RenderedMail, renderMail } from './render.ts';
export { SandboxMail } from './sandbox.ts';
export { SmtpTransport } from './smtp.ts';
