export const cra = 'sandbox';
