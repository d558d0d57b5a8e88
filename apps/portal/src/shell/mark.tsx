import { useSiteLogo } from '../theme/look-store.ts';

/** Drawn for this project: a seal on its corner, with the horns of old brand marks and a golden centre. */
const LINES =
  'M16 12.4l6.4 6.4-6.4 6.4-6.4-6.4z' +
  'M16 12.4c0-4.6-2.3-7.4-5.4-7.4-2.3 0-3.7 1.5-3.7 3.3 0 1.6 1.1 2.7 2.5 2.7' +
  'M16 12.4c0-4.6 2.3-7.4 5.4-7.4 2.3 0 3.7 1.5 3.7 3.3 0 1.6-1.1 2.7-2.5 2.7' +
  'M12 28.2h8';

/** The site's logo, or the default mark. */
export function SiteMark({ size }: { size: number }) {
  const logo = useSiteLogo();
  return logo ? <img src={logo} alt="" height={size} style={{ maxWidth: size * 4 }} /> : <Mark size={size} />;
}

export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#143f78" />
      <path
        d={LINES}
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        transform="translate(2.4 2.2) scale(.85)"
      />
      <circle cx="16" cy="18.2" r="1.9" fill="#e3b74f" />
    </svg>
  );
}

/** The mark as plain lines, for use as an ornament in the text colour. */
export function MarkOutline({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="5 3.5 22 26" aria-hidden="true" focusable="false">
      <path
        d={LINES}
        fill="none"
        stroke="currentColor"
        strokeWidth="0.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="18.8" r="1.5" fill="var(--tamga-gold)" />
    </svg>
  );
}
