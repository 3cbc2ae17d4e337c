export const listen = () => undefined;
