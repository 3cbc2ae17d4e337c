export const name = 'applications';
