export { DAY } from '#modules/platform/browser.ts';
