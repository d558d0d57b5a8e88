import { useId } from 'react';
import { Link } from 'react-router';
import classes from './registry.module.css';

export interface Bar {
  label: string;
  value: number;
  /** Where the figure comes from. */
  to?: string;
  isBad?: boolean;
}

interface BarsProps {
  title: string;
  bars: readonly Bar[];
  format(value: number): string;
}

/** Figures that are compared by length. They are a list with numbers first, so that nobody needs to see the bars. */
export function Bars({ title, bars, format }: BarsProps) {
  const titleId = useId();
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section className={classes.bars} aria-labelledby={titleId} data-testid="bars">
      <h2 id={titleId}>{title}</h2>
      <ul>
        {bars.map(({ label, value, to, isBad }) => (
          <li key={label} data-bad={isBad}>
            <span className={classes.barHead}>
              {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
              <b>{format(value)}</b>
            </span>
            <svg className={classes.bar} aria-hidden="true">
              <rect className={classes.track} width="100%" height="100%" rx="4" />
              {value > 0 ? (
                <rect width={`${(value / largest) * 100}%`} height="100%" rx="4" fill="currentColor" />
              ) : null}
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}
