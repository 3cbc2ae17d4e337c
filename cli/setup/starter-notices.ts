import type { CatalogueFile } from '#modules/applications/index.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { stateName } from '#modules/platform/fields/states.ts';
import { htmlOf, type LegalText, list, paragraph, promise, rule } from './legal-text.ts';

type Provider = CatalogueFile['providers'][number];

/** The states with starter notices. */
const noticeStates = ['CA', 'MN', 'NY', 'WA'] as const;
type NoticeState = (typeof noticeStates)[number];

/** What applicants must be told by the law of a state, in addition to the disclosure. */
export function noticeTexts(provider: Provider): Record<NoticeState, LegalText> {
  const { name, mail_address: mailAddress } = provider;
  const reach = `${mailAddress}, telephone ${formatPhone(provider.support_phone)}`;
  return {
    CA: [
      paragraph(
        rule(
          'If you live or work in California, you have additional rights under the California Investigative Consumer Reporting Agencies Act.',
        ),
        rule(`The agency that prepares the report about you is ${name}, which you can reach at ${reach}.`),
      ),
      list(
        rule(
          'Under section 1786.22 of the California Civil Code, you may inspect the file that the agency keeps about you: in person during normal business hours and on reasonable notice, by certified mail, or by telephone after a written request, each with proper identification.',
        ),
        rule(
          'You may bring one other person when you inspect the file. The agency must have trained staff to explain it and must explain any code in writing.',
        ),
        rule('You may receive a copy of the file for no more than the actual cost of copying it.'),
      ),
      paragraph(promise(`You may ask for a free copy of your report. Write to ${mailAddress}.`)),
    ],
    MN: [
      paragraph(
        rule(
          'If you live or work in Minnesota, you may ask the agency in writing for a complete and accurate disclosure of the nature and scope of the report about you.',
        ),
        rule(
          'The agency must answer within five days after it receives your request or after the report was requested, whichever is later.',
        ),
      ),
      paragraph(rule(`Send your request to the agency, ${name}: ${reach}.`)),
      paragraph(promise('You may ask for a free copy of your report in the same way.')),
    ],
    NY: [
      paragraph(
        rule(
          'If you live or work in New York, you may ask whether a consumer report about you was requested and, if it was, for the name and address of the agency that prepared it.',
        ),
        rule(
          `You may inspect your report and receive a copy by contacting the agency, ${name}, directly at ${reach}.`,
        ),
      ),
      paragraph(
        rule(
          'Article 23-A of the New York Correction Law limits when a person with a criminal conviction may be denied work or a license because of it. An employer or agency has to consider, among other factors:',
        ),
      ),
      list(
        rule('the duties of the job, and whether the offense bears on them'),
        rule('how long ago the offense occurred, how serious it was, and how old you were'),
        rule('any information about your rehabilitation and good conduct'),
      ),
    ],
    WA: [
      paragraph(
        rule(
          'If you live or work in Washington, you have rights under the Washington Fair Credit Reporting Act, chapter 19.182 of the Revised Code of Washington.',
        ),
      ),
      list(
        rule('You may ask the agency for a written summary of your rights and remedies under that act.'),
        rule(
          'You may ask in writing for a complete and accurate disclosure of the nature and scope of the investigation, if one was requested.',
        ),
      ),
      paragraph(rule(`Send your request to the agency, ${name}: ${reach}.`)),
    ],
  };
}

const noticeTitle = (state: string) => `Notice for applicants in ${stateName(state)}`;

export function starterNotices(provider: Provider): CatalogueFile['consent_documents'] {
  const texts = noticeTexts(provider);
  return noticeStates.map((state) => ({
    craid: provider.craid,
    kind: 'notice',
    state,
    title: noticeTitle(state),
    body: htmlOf(texts[state]),
    acknowledgement_text: 'I have read this notice',
    requires_signature: false,
  }));
}

/** The steps that show the notice of a state to people who entered that state. */
export const noticeSteps: CatalogueFile['packages'][number]['steps'] = noticeStates.map((state) => ({
  step_key: `notice-${state}`,
  title: `${stateName(state)} notice`,
  states: [state],
}));
