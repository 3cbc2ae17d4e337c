export const name = 'network';
