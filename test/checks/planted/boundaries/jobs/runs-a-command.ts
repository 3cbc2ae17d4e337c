import { main } from '#cli/main.ts';

export const run = main;
