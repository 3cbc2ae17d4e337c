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
