import { home } from '#app/routes/home.tsx';

export const page = home;
