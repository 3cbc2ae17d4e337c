/** The icons: a 16 px grid, 1.75 stroke, round ends. Always beside a word, or with `label`. */
const shapes = {
  alert: <path d="M8 2.25 14.25 13H1.75zM8 6.5v3M8 11.25v.01" />,
  bell: <path d="M4 7a4 4 0 0 1 8 0c0 3 1.25 4 1.25 4H2.75S4 10 4 7M6.75 13.25h2.5" />,
  building: <path d="M3.5 14V2.5h6V14M9.5 6.5h3V14M2 14h12M5.5 5.25h2M5.5 8h2M5.5 10.75h2" />,
  calendar: (
    <>
      <rect x="2.5" y="3.5" width="11" height="10" rx="1.5" />
      <path d="M2.5 6.75h11M5.5 2v2.5M10.5 2v2.5" />
    </>
  ),
  card: (
    <>
      <rect x="1.75" y="3.5" width="12.5" height="9" rx="1.5" />
      <path d="M1.75 6.5h12.5M4.5 10h2" />
    </>
  ),
  chart: <path d="M2.75 13.25h10.5M4.5 10.5V7M8 10.5v-7M11.5 10.5V5.5" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  down: <path d="m4 6 4 4 4-4" />,
  download: <path d="M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.75 13.25h10.5" />,
  edit: <path d="M10.5 3.25 12.75 5.5 5.75 12.5 3 13l.5-2.75zM9 4.75 11.25 7" />,
  external: <path d="M9.5 2.5h4v4M13.5 2.5l-6 6M11.5 9.5v4h-9v-9h4" />,
  eye: (
    <>
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  filter: <path d="M2.5 3.5h11L9.5 8.5v4l-3 1v-5z" />,
  flag: <path d="M3.5 14V2.5h8l-1.5 3 1.5 3h-8" />,
  help: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.25 6.4c.1-1 .85-1.65 1.8-1.65 1 0 1.75.65 1.75 1.55 0 1.35-1.75 1.35-1.75 2.6M8 11.1v.01" />
    </>
  ),
  home: <path d="m3 7.5 5-4.5 5 4.5V13H9.75V9.5h-3.5V13H3z" />,
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.5v3.25M8 5.2v.01" />
    </>
  ),
  left: <path d="m10 4-4 4 4 4" />,
  link: (
    <path d="M6.75 9.25a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.25 6.75a2.6 2.6 0 0 0-3.7 0l-2.3 2.3a2.6 2.6 0 0 0 3.7 3.7l.8-.8" />
  ),
  lock: (
    <>
      <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  logout: <path d="M6.5 13.25H3.5v-10.5h3M10 5l3 3-3 3M13 8H6.5" />,
  mail: (
    <>
      <rect x="2" y="3.5" width="12" height="9" rx="1.5" />
      <path d="m2.5 4.5 5.5 4.25 5.5-4.25" />
    </>
  ),
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  minus: <path d="M3 8h10" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.5" />,
  offline: (
    <path d="M2.5 6a8 8 0 0 1 3-1.8M13.5 6a8 8 0 0 0-4.2-2.1M4.75 8.5A5 5 0 0 1 7 7.3M11.25 8.5a5 5 0 0 0-1-.7M8 11.75v.01M2.5 2.5l11 11" />
  ),
  ok: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.5 8.25 1.75 1.75 3.25-3.75" />
    </>
  ),
  phone: (
    <>
      <rect x="4.5" y="1.75" width="7" height="12.5" rx="1.5" />
      <path d="M7.5 12h1" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  queue: <path d="M2.5 4h11M2.5 8h11M2.5 12h6" />,
  refresh: <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.75h-2.75" />,
  right: <path d="m6 4 4 4-4 4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  send: <path d="M13.75 2.25 2 7l4.75 2.25L9 14z" />,
  settings: (
    <>
      <path d="M2.5 4.5h6M12 4.5h1.5M2.5 11.5h1.5M7.5 11.5h6" />
      <circle cx="10.25" cy="4.5" r="1.75" />
      <circle cx="5.75" cy="11.5" r="1.75" />
    </>
  ),
  shield: <path d="M8 1.9 13 3.6v4c0 3.2-2.1 5.3-5 6.5-2.9-1.2-5-3.3-5-6.5v-4z" />,
  'shield-check': (
    <path d="M8 1.9 13 3.6v4c0 3.2-2.1 5.3-5 6.5-2.9-1.2-5-3.3-5-6.5v-4zM5.75 7.75l1.6 1.6 3-3" />
  ),
  sort: <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />,
  'sort-down': <path d="M8 3v10M4 9l4 4 4-4" />,
  'sort-up': <path d="M8 13V3M4 7l4-4 4 4" />,
  stop: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 5v3.5M8 10.9v.01" />
    </>
  ),
  tool: (
    <path d="M13.2 4.6 11 6.8 9.2 5l2.2-2.2a3.3 3.3 0 0 0-4.3 4.3L2.7 11.5a1.27 1.27 0 0 0 1.8 1.8l4.4-4.4a3.3 3.3 0 0 0 4.3-4.3z" />
  ),
  tour: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m10.5 5.5-1.5 3.5-3.5 1.5 1.5-3.5z" />
    </>
  ),
  trash: <path d="M3 4.5h10M6 4.5V2.75h4V4.5M4.25 4.5 5 13.25h6l.75-8.75" />,
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.5" />
      <path d="M3 13.25c.6-2.3 2.5-3.5 5-3.5s4.4 1.2 5 3.5" />
    </>
  ),
  users: (
    <>
      <circle cx="6" cy="5.5" r="2.25" />
      <path d="M1.75 12.75c.5-2 2-3.25 4.25-3.25s3.75 1.25 4.25 3.25M10.5 3.5a2.25 2.25 0 0 1 0 4M12 9.8c1.2.5 2 1.5 2.3 2.95" />
    </>
  ),
};

export type IconName = keyof typeof shapes;

export const iconNames = Object.keys(shapes) as IconName[];

interface IconProps {
  name: IconName;
  /** 16 by default. */
  size?: 16 | 20 | 24;
  /** Words for those who do not see it; without them it is an ornament. */
  label?: string;
  className?: string;
}

export function Icon({ name, size = 16, label, className }: IconProps) {
  const classes = ['i', size === 16 ? null : `i-${size}`, className].filter(Boolean).join(' ');
  const shape = shapes[name];
  if (!label) {
    return (
      <svg className={classes} viewBox="0 0 16 16" aria-hidden="true">
        {shape}
      </svg>
    );
  }
  return (
    <svg className={classes} viewBox="0 0 16 16" role="img" aria-label={label}>
      {shape}
    </svg>
  );
}
