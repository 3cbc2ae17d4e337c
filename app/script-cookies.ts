/** The cookies that the script of a page sets, without the prefix that they have outside development (D10). */

/** The person's time zone (D83). */
export const zoneCookie = 'tz';
/** The name of the style sheet that the browser has loaded. */
export const stylesCookie = 'styles';

/** @param address the path of a built style sheet, such as /assets/index-lgLptosx.css. @returns `index-lgLptosx` */
export const sheetName = (address: string): string => /([\w-]+)\.css$/.exec(address)?.[1] ?? '';
