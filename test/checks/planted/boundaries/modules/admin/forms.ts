export const safe = 1;
