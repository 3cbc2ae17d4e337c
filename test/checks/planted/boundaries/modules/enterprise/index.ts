export const name = 'enterprise';
