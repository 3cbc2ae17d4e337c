import type { CatalogueFile } from '#modules/applications/index.ts';

type Provider = CatalogueFile['providers'][number];

function phone(digits: string): string {
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** A provider's documents to begin with, one for each step that asks for consent (D42). */
export function starterConsents(provider: Provider): CatalogueFile['consent_documents'] {
  const { craid, name, mail_address: mailAddress, support_email: supportEmail } = provider;
  const supportPhone = phone(provider.support_phone);
  return [
    {
      craid,
      kind: 'esign',
      title: 'Consent to sign and receive documents electronically',
      body: [
        `<p>Before anything else we ask whether you want to do this application on a screen. You do not have to: you may do all of it on paper instead, free of charge.</p>`,
        `<h3>What your consent covers</h3>`,
        `<p>It covers this one application for a background check by ${name}: the disclosure, the authorization, your signature under it, the notices that belong to it, and the report itself. It covers nothing else.</p>`,
        `<h3>Your right to paper</h3>`,
        `<p>You may ask for any of these documents on paper, before or after you sign, at no charge. Write to ${mailAddress}, write to ${supportEmail}, or call ${supportPhone}.</p>`,
        `<h3>Your right to change your mind</h3>`,
        `<p>You may withdraw this consent at any time, in the same ways. Withdrawing costs nothing. It holds from then on; what you signed before stays signed. An application that is not submitted yet then goes on by paper, which takes about a week longer.</p>`,
        `<h3>What you need</h3>`,
        `<ul><li>a device with a current web browser and access to the internet</li><li>an e-mail address that you read; keep it up to date in your profile, as notices go there</li><li>a program that opens PDF files, and a way to print or save them</li></ul>`,
        `<p>The next steps show you documents in the same form in which you will receive them. If you can read this page, you can read those.</p>`,
      ].join('\n'),
      acknowledgement_text:
        'I can read documents in this form, and I agree to sign and receive the documents of this application electronically',
      requires_signature: false,
    },
    {
      craid,
      kind: 'disclosure',
      title: 'Disclosure: a consumer report may be obtained about you',
      body: [
        `<p>A consumer report, commonly called a background check, may be obtained about you from ${name}, a consumer reporting agency.</p>`,
        `<p>The report may contain information about your identity, your address history, criminal records, sex offender registrations and entries on public watch lists. It may bear on your character, general reputation, personal characteristics and mode of living.</p>`,
        `<p>The consumer reporting agency is ${mailAddress}, telephone ${supportPhone}.</p>`,
      ].join('\n'),
      acknowledgement_text: 'I have read this disclosure',
      requires_signature: false,
    },
    {
      craid,
      kind: 'authorization',
      title: 'Authorization for a consumer report',
      body: [
        `<p>I have read the disclosure in the step before this one. I authorize ${name}, a consumer reporting agency, to prepare a consumer report about me and to give it to this portal, so that my ShieldScore can be issued.</p>`,
        `<p>The report may draw on:</p>`,
        `<ul><li>federal, state and county court records</li><li>sex offender registries and public watch lists</li><li>address and identity records tied to my Social Security number</li></ul>`,
        `<p>Nobody else sees the report or the score until I have reviewed it and decided to share it.</p>`,
        `<p>I may withdraw this authorization in writing at any time before the report is complete. I may ask for a free copy of the report, and I may dispute anything in it that I believe is wrong.</p>`,
      ].join('\n'),
      acknowledgement_text: 'I have read this authorization and I agree to it',
      requires_signature: true,
    },
  ];
}
