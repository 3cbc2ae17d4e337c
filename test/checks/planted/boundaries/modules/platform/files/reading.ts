import { planted } from './pdf.ts';

export const again = planted;
