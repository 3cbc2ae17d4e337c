export const home = 'home';
