export const jobs = [];
