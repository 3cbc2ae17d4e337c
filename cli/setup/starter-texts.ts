/**
 * Legal texts to begin with: the demo data has them, and `shield setup --example` offers them to an operator, whose
 * lawyers decide what becomes of them. The portal itself shows only what stands in its database.
 */

const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('\n');

export const starterTexts = {
  disclaimer: paragraphs(
    'A ShieldScore sums up what a consumer reporting agency found on the day it searched. It does not say what someone will do, and it is no advice to hire, to rent or to refuse.',
    'Whoever uses a report or a score to decide about a person must have a permissible purpose and must follow the Fair Credit Reporting Act, with its notices before and after an adverse action.',
    'The person whom a report is about sees it first, may dispute anything in it, and decides who may see the score.',
  ),
  privacy_policy: paragraphs(
    'We keep what you enter, what your background check finds, and who looked at it. Your Social Security number is encrypted and is never shown whole, not to you, not to a company.',
    'A company sees your score only after you accept its invitation and only as long as you share. Under your profile you see who looked and when, and you end the sharing whenever you like.',
    'The agency that does your check receives the details you submit for it. The payment provider receives your card; we never do.',
    'You may ask for a copy of your data, for its correction, for a limit to its use and for its deletion.',
  ),
  cookie_policy: paragraphs(
    'We set only the cookies that the portal needs: one for your session, one for a browser you asked us to remember, one for the link that brought you here, one for your time zone, and one that carries a short message to the next page.',
    'None of them follows you to other sites. There is no advertising, and nothing is loaded from third parties, except the card form of the payment provider on the page where you pay.',
  ),
};
