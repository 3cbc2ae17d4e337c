import { createHash } from 'node:crypto';
import { formatPhone } from '#modules/platform/browser.ts';
import { formatDate } from '#modules/platform/index.ts';
import { finalWords, firstWords, noticeTexts, rightsSummary, withdrawnWords } from './notice-texts.ts';
import type { Place } from './places.ts';
import { type AdverseDetails, type Notice, type NoticeSection, notice } from './shapes.ts';

/** The two notices of an adverse action, as the person reads them on the page and in the PDF. */

/** Whom the person can ask. */
export interface Contact {
  name: string;
  address: string;
  phone: string;
  email: string;
}

export interface NoticeFacts {
  details: AdverseDetails;
  place: Place;
  company: Contact;
  agency: Contact;
  /** Calendar days that the company waits at least. */
  days: number;
  reportMade: Date;
  /** Why it replaces a notice that came before; null for the first one. */
  again: 'corrected' | 'moved' | null;
}

/** The address may begin with the name. */
const contactLine = ({ name, address, phone, email }: Contact) =>
  [address.startsWith(name) ? '' : name, address, formatPhone(phone), email].filter(Boolean).join(', ');

/** The first notice: what the company may decide and why, and what the person can do. */
export function firstNotice(facts: NoticeFacts): Notice {
  const { details, place, company, agency, days, again } = facts;
  const made = formatDate(facts.reportMade, place.timeZone);
  return {
    title: noticeTexts.firstTitle,
    from: company.name,
    to: details.person,
    sections: [
      {
        title: '',
        paragraphs: [
          ...(again ? [noticeTexts[again]] : []),
          firstWords.decision(company.name, details.decision, made),
        ],
        items: resultLines(details),
      },
      {
        title: firstWords.nextTitle,
        paragraphs: firstWords.next(company.name, agency.name, place, days),
        items: [],
      },
      ...assessmentOf(details),
      ...place.notices.map(({ title, text }) => ({ title, paragraphs: [text], items: [] })),
      contacts(company, agency, firstWords.agency(agency.name)),
      rightsSummary,
    ],
  };
}

/** The final notice: the decision, the agency and the person's rights. */
export function finalNotice({ details, place, company, agency, reportMade }: NoticeFacts): Notice {
  const made = formatDate(reportMade, place.timeZone);
  return {
    title: noticeTexts.finalTitle,
    from: company.name,
    to: details.person,
    sections: [
      {
        title: '',
        paragraphs: [finalWords.decision(company.name, details.decision, made)],
        items: resultLines(details),
      },
      ...assessmentOf(details),
      { title: finalWords.rightsTitle, paragraphs: finalWords.rights(agency.name), items: [] },
      contacts(company, agency, firstWords.agency(agency.name)),
      rightsSummary,
    ],
  };
}

/** On paper, for a person who gets no mail that the company will not act. */
export const withdrawalNotice = (company: Contact, to: string): Notice => ({
  title: noticeTexts.withdrawnTitle,
  from: company.name,
  to,
  sections: [
    { title: '', paragraphs: [withdrawnWords(company.name)], items: [] },
    {
      title: noticeTexts.contactTitle,
      paragraphs: [],
      items: [`${noticeTexts.aboutDecision}: ${contactLine(company)}`],
    },
  ],
});

const resultLines = ({ results }: AdverseDetails) =>
  results.length > 0 ? results.map(({ search, text }) => `${search}: ${text}`) : [noticeTexts.scoreAlone];

const assessmentOf = ({ assessment }: AdverseDetails): NoticeSection[] =>
  assessment ? [{ title: noticeTexts.assessmentTitle, paragraphs: [assessment], items: [] }] : [];

const contacts = (company: Contact, agency: Contact, about: string): NoticeSection => ({
  title: noticeTexts.contactTitle,
  paragraphs: [about],
  items: [
    `${noticeTexts.aboutDecision}: ${contactLine(company)}`,
    `${noticeTexts.aboutReport}: ${contactLine(agency)}`,
  ],
});

/** What is encrypted and hashed. */
export const noticeBody = (given: Notice): string => JSON.stringify(notice.parse(given));

/** By which an entry of the evidence names a notice, and the report that came with it. */
export const noticeNote = (hash: string, reportHash: string): string =>
  `Notice SHA-256 ${hash}, report SHA-256 ${reportHash}`;

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
