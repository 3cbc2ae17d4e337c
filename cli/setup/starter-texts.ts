import { behavior, htmlOf, type LegalText, paragraph, promise, rule } from './legal-text.ts';

/**
 * The starter legal texts. The demo data uses them, and `shield setup --example` offers them to operators, whose
 * lawyers have to edit them. The portal itself shows only the texts in its database.
 */

export const disclaimer: LegalText = [
  paragraph(
    rule('A ShieldScore summarizes what a consumer reporting agency found on the day it searched.'),
    rule('It doesn’t say what someone will do, and it isn’t advice to hire, rent to, or turn down anyone.'),
  ),
  paragraph(
    rule(
      'Anyone who uses a report or a score to decide about a person must have a permissible purpose and must follow the Fair Credit Reporting Act, including its notices before and after an adverse action.',
    ),
  ),
  paragraph(rule('The person whom a report is about may dispute anything in it with the agency.')),
];

export const privacyPolicy: LegalText = [
  paragraph(
    behavior(
      'records-kept',
      'We keep what you enter and sign, what you buy, and what the consumer reporting agency tells us about you.',
    ),
    behavior(
      'ssn-masked',
      'Your Social Security number is stored encrypted. Our pages show only its last four digits, to you and to our staff. Companies never see any of it.',
    ),
  ),
  paragraph(
    behavior(
      'score-shared',
      'A company or another person sees your score if you accept their invitation, or if you let people who search for your ShieldID or email address see it.',
    ),
    behavior(
      'automatic-acceptance',
      'If you turn on automatic acceptance, invitations are accepted for you, except those that ask for your full report and those that begin with a link you open.',
    ),
    behavior(
      'progress-shown',
      'Once you open an invitation, whoever sent it can see how far along your background check is, but not its result until you accept.',
    ),
    behavior('sharing-stops', 'You can stop sharing with one of them, or with everyone, at any time.'),
    behavior(
      'views-listed',
      'Your home page lists who last looked you up, opened your details, or exported your score, and when.',
    ),
  ),
  paragraph(
    behavior('agency-receives', 'The agency that runs your check receives the details you submit for it.'),
    behavior(
      'card-elsewhere',
      'Your card details go straight to the payment provider. We never receive them.',
    ),
  ),
  paragraph(
    promise(
      'You may ask us for a copy of your data, and ask us to correct it, to limit its use, or to delete it.',
    ),
    promise('We keep what the law requires us to keep, and tell you what that is.'),
  ),
];

export const cookiePolicy: LegalText = [
  paragraph(
    behavior(
      'cookies-listed',
      'We set only the cookies that the portal needs: one for your session, one for a browser you asked us to remember, one that tells us you have signed in with this browser before, two while you reset a password, one while you review a score or accept invitations from an emailed link, two for the link that brought you here, one more when that link leads to a purchase, one for your time zone, one for each table in which you hide columns, one that says that we kept what you typed when your session ended, and one that carries a short message to the next page.',
    ),
  ),
  paragraph(
    behavior(
      'first-party',
      'None of them follows you to other sites. There is no advertising, and our pages load nothing from other companies, except the card form of the payment provider on the page where you pay.',
    ),
  ),
];

/** In the form in which the portal's brand stores them. */
export const starterTexts = {
  disclaimer: htmlOf(disclaimer),
  privacy_policy: htmlOf(privacyPolicy),
  cookie_policy: htmlOf(cookiePolicy),
};
