import { button, declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';

export interface ReceiptMail {
  firstname: string;
  description: string;
  provider: string;
  orderDate: string;
  amount: string;
  /** Path of the receipt's page. */
  path: string;
}

export const receiptMail = declareMail<ReceiptMail>({
  name: 'receipt',
  group: 'service',
  subject: ({ description }) => `Your receipt for ${description}`,
  preheader: ({ amount, orderDate }) => `${amount}, paid on ${orderDate}.`,
  blocks: ({ firstname, description, provider, orderDate, amount, path }, origin) => [
    heading('Thank you for your purchase'),
    paragraph(`${firstname}, your payment was successful. You can start your background check now.`),
    facts([
      ['Order', description],
      ['Provider', provider],
      ['Order date', orderDate],
      ['Total amount', amount],
    ]),
    button('View your receipt', origin + path),
  ],
});

export interface CardExpiresMail {
  firstname: string;
  company: string;
  /** Such as `Visa ending in 4242`. */
  card: string;
  /** MM/yyyy */
  expires: string;
}

export const cardExpiresMail = declareMail<CardExpiresMail>({
  name: 'card-expires',
  group: 'company',
  subject: ({ expires }) => `Your company’s card expires ${expires}`,
  preheader: ({ card }) => `${card} pays for the coupons of your company.`,
  blocks: ({ firstname, company, card, expires }, origin) => [
    heading('Your card expires soon'),
    paragraph(
      `${firstname}, ${company} pays for its coupons with ${card}, which expires ${expires}. After that, coupons are refused until you save another card.`,
    ),
    button('Update the card', `${origin}/user/profile/accounting`),
  ],
});
