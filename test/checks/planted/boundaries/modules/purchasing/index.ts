export const name = 'purchasing';
