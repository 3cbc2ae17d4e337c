import fastCheck from 'fast-check';

export const check = fastCheck;
