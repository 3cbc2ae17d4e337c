import type { CatalogueFile } from '#modules/applications/index.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { behavior, heading, htmlOf, type LegalText, list, paragraph, promise, rule } from './legal-text.ts';

type Provider = CatalogueFile['providers'][number];
type Kind = Exclude<CatalogueFile['consent_documents'][number]['kind'], 'notice'>;

/** The starter texts for a provider's documents. */
export function consentTexts(provider: Provider): Record<Kind, LegalText> {
  const { name, mail_address: mailAddress, support_email: supportEmail } = provider;
  const supportPhone = formatPhone(provider.support_phone);
  return {
    esign: [
      paragraph(
        rule('Before you apply, we ask whether you agree to do it electronically. You do not have to.'),
        behavior(
          'paper-choice',
          'If you would rather not, choose to sign on paper in this step: you enter your details here, print the documents, sign them with a pen, and send them back.',
        ),
      ),
      heading('What your consent covers', 3),
      paragraph(
        rule(
          `It covers this one application for a background check by ${name}: the disclosure, the authorization, your signature, the notices that belong to it, and the report itself. It covers nothing else.`,
        ),
      ),
      heading('Your right to paper copies', 3),
      paragraph(
        promise(
          `You may ask for a paper copy of any of these documents, before or after you sign, at no charge. Write to ${mailAddress}, email ${supportEmail}, or call ${supportPhone}.`,
        ),
      ),
      heading('Your right to change your mind', 3),
      paragraph(
        promise('You may withdraw this consent at any time, in the same ways, at no charge.'),
        rule('A withdrawal applies from then on; what you signed before stays signed.'),
        behavior(
          'paper-choice',
          'If you withdraw before you submit the application, you can still finish it on paper.',
        ),
      ),
      heading('What you need', 3),
      list(
        rule('a device with a current web browser and access to the internet'),
        behavior(
          'mail-to-account',
          'an email account that you read: notices go to the address you sign in with',
        ),
        rule('a program that opens PDF files, and a way to print or save them'),
      ),
      paragraph(
        rule('The next steps show the documents as web pages like this one.'),
        behavior(
          'file-copy',
          'After you submit, you can download a PDF file with your details, each document you agreed to, and your signature.',
        ),
      ),
    ],
    disclosure: [
      paragraph(
        rule(
          `A consumer report, commonly called a background check, may be obtained about you from ${name}, a consumer reporting agency.`,
        ),
      ),
      paragraph(
        rule(
          'The report may contain information about your identity, your address history, criminal records, sex offender registrations, and entries on public watch lists. It may bear on your character, general reputation, personal characteristics, and mode of living.',
        ),
      ),
      paragraph(
        rule(`You can reach the consumer reporting agency at ${mailAddress}, telephone ${supportPhone}.`),
      ),
    ],
    authorization: [
      paragraph(
        rule(
          `I have read the disclosure in the step before this one. I authorize ${name}, a consumer reporting agency, to prepare a consumer report about me and to give it to this portal, so that my ShieldScore can be issued.`,
        ),
      ),
      paragraph(rule('The report may draw on:')),
      list(
        rule('federal, state, and county court records'),
        rule('sex offender registries and public watch lists'),
        rule('address and identity records tied to my Social Security number'),
      ),
      paragraph(
        behavior(
          'result-private',
          'No company and no other user of the portal sees my score before it is active and I share it.',
        ),
      ),
      paragraph(
        promise('I may withdraw this authorization in writing at any time before the report is complete.'),
        rule(
          'I may ask for a free copy of the report, and I may dispute anything in it that I believe is wrong.',
        ),
      ),
    ],
  };
}

/** The starter documents of a provider, one for each step that asks everybody for consent (D42). */
export function starterConsents(provider: Provider): CatalogueFile['consent_documents'] {
  const { craid } = provider;
  const { esign, disclosure, authorization } = consentTexts(provider);
  return [
    {
      craid,
      kind: 'esign',
      state: '',
      title: 'Consent to sign and receive documents electronically',
      body: htmlOf(esign),
      acknowledgement_text:
        'I can read documents in this form, and I agree to sign and receive the documents of this application electronically',
      requires_signature: false,
    },
    {
      craid,
      kind: 'disclosure',
      state: '',
      title: 'Disclosure: a consumer report may be obtained about you',
      body: htmlOf(disclosure),
      acknowledgement_text: 'I have read this disclosure',
      requires_signature: false,
    },
    {
      craid,
      kind: 'authorization',
      state: '',
      title: 'Authorization for a consumer report',
      body: htmlOf(authorization),
      acknowledgement_text: 'I have read this authorization and I agree to it',
      requires_signature: true,
    },
  ];
}
