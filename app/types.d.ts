import 'react';

// HTML attributes that React renders but its types do not declare.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: T extends never ? never : 'auto' | 'manual';
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: T extends never ? never : string;
    popovertargetaction?: 'show' | 'hide' | 'toggle';
  }
  interface DetailsHTMLAttributes<T> {
    /** Of all details elements with the same name, only one is open at a time. */
    name?: T extends never ? never : string;
  }
}
