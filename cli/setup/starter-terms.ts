import { behavior, heading, htmlOf, type LegalText, paragraph, promise, rule } from './legal-text.ts';

/** The starter texts of the terms; the other legal texts are in `starter-texts.ts`. */

export const portalTerms: LegalText = [
  heading('Using your account'),
  paragraph(
    rule(
      'Your account is yours alone. You buy a background check for yourself only, and you are responsible for what is entered under your name.',
    ),
    rule(
      'Sharing your password, or submitting an application for someone else, breaches these terms, and we may suspend your account.',
    ),
  ),
  heading('What we keep, and why'),
  paragraph(
    behavior(
      'records-kept',
      'We keep what you enter, what you sign, and what the consumer reporting agency tells us about you,',
    ),
    rule('because the law requires it and because the companies you choose rely on it.'),
    behavior(
      'ssn-masked',
      'Your Social Security number is stored encrypted. Our pages show only its last four digits, to you and to our staff. Companies never see any of it.',
    ),
  ),
  heading('Who sees your score'),
  paragraph(
    behavior(
      'result-private',
      'No company and no other user of the portal sees your ShieldScore before it is active. After that, only those you share it with see it.',
    ),
    behavior('sharing-stops', 'You can stop sharing at any time.'),
    behavior(
      'views-listed',
      'Your home page lists who last looked you up, opened your details, or exported your score.',
    ),
  ),
  heading('Your rights'),
  paragraph(
    promise(
      'You may ask us for a copy of the data we hold about you, have mistakes corrected, dispute a report with the consumer reporting agency, and ask us to limit the use of your data or to close your account.',
    ),
    promise('We keep what the law requires us to keep, and tell you what that is.'),
  ),
  heading('Looking up others'),
  paragraph(
    rule('You may look up another person only for a purpose that the law permits.'),
    behavior('views-listed', 'They can see on their home page that you did.'),
  ),
  heading('Changes'),
  paragraph(
    behavior(
      'terms-renewed',
      'When these terms change, we show you the new version and ask you to accept it before you continue.',
    ),
  ),
];

export const purchaseTerms: LegalText = [
  heading('What you buy'),
  paragraph(
    rule(
      'You buy one background check on yourself, run by the consumer reporting agency named with the package.',
    ),
    behavior('price-whole', 'The price shown is the full price in US dollars.'),
  ),
  heading('Payment'),
  paragraph(
    behavior('price-whole', 'Your card is charged when you press Pay.'),
    behavior(
      'card-elsewhere',
      'Your card details go straight to our payment provider. We never receive them.',
    ),
  ),
  heading('After you pay'),
  paragraph(
    rule('Complete the application at your own pace.'),
    behavior('check-on-submit', 'Your check starts when you submit it,'),
    rule('and usually takes several days.'),
  ),
  heading('Refunds'),
  paragraph(
    promise('Until you submit the application, you may ask for your money back.'),
    promise(
      'After that, the agency has started its work, and a refund is at our discretion unless the law gives you more.',
    ),
  ),
];

export const scoreTerms: LegalText = [
  heading('What the score is'),
  paragraph(
    behavior(
      'score-by-agency',
      'The consumer reporting agency computed your ShieldScore from the report that you can open here.',
    ),
    rule('It runs from IC01+, the best, to IC04. NA means that the agency could not give a score.'),
  ),
  heading('Before you accept'),
  paragraph(
    rule('Read the report.'),
    behavior(
      'error-holds-score',
      'If something in it is wrong, report it now: your score stays inactive until the error is resolved.',
    ),
    rule('The agency has to look into it.'),
    rule('Accepting does not take away your right to dispute the report later.'),
  ),
  heading('When you accept'),
  paragraph(
    behavior('active-until', 'Your ShieldID becomes active and stays active until the date shown.'),
    behavior('score-shared', 'Only those you share it with see your score.'),
    behavior(
      'sharing-stops',
      'You can change that at any time, for everyone in your profile and for each of them under Shared with Others.',
    ),
  ),
];

/** HTML, by the purpose of the terms. */
export const starterTerms = {
  portal: htmlOf(portalTerms),
  purchase: htmlOf(purchaseTerms),
  score: htmlOf(scoreTerms),
};
