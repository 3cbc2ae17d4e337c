export { delaysSweep, deliverCheckDelayed } from './delays.ts';
export { recordProgress } from './record.ts';
export { getCheckProgress } from './show.ts';
