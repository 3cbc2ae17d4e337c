export const main = () => undefined;
