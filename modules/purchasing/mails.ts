import { button, facts, heading, type MailContent, mail, paragraph } from '#modules/platform/index.ts';

export interface ReceiptMail {
  firstname: string;
  description: string;
  provider: string;
  orderDate: string;
  amount: string;
  url: string;
}

export function receiptMail(receipt: ReceiptMail): MailContent {
  const { firstname, description, provider, orderDate, amount, url } = receipt;
  return mail({
    subject: `Your receipt for ${description}`,
    preheader: `${amount}, paid on ${orderDate}.`,
    category: 'service',
    blocks: [
      heading('Thank you for your purchase'),
      paragraph(`${firstname}, your payment went through. Your background check is ready for you to start.`),
      facts([
        ['Order', description],
        ['Provider', provider],
        ['Order date', orderDate],
        ['Total amount', amount],
      ]),
      button('Open your receipt', url),
    ],
  });
}
