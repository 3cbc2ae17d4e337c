import 'react';

// Attributes of the platform that the version of React in use passes on without knowing them.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: T extends never ? never : 'auto' | 'manual';
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: T extends never ? never : string;
    popovertargetaction?: 'show' | 'hide' | 'toggle';
  }
  interface DetailsHTMLAttributes<T> {
    /** Details of one name: one open at a time. */
    name?: T extends never ? never : string;
  }
}
