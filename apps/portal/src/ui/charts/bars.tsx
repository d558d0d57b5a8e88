import { useId } from 'react';
import { Link } from 'react-router';
import classes from './bars.module.css';

export interface Bar {
  label: string;
  value: number;
  /** A link to the data behind the figure. */
  to?: string;
  isBad?: boolean;
}

interface BarsProps {
  title: string;
  bars: readonly Bar[];
  format(value: number): string;
  /** The label of the remaining bars. */
  others(count: number): string;
  /** The value of a full bar; by default the largest one. */
  top?: number;
}

const MOST_BARS = 10;

/** A bar chart as a list with numbers first, so that it works without seeing the bars. */
export function Bars({ title, bars, format, others, top }: BarsProps) {
  const titleId = useId();
  const shown = bars.slice(0, MOST_BARS);
  const rest = bars.slice(MOST_BARS);
  const largest = top ?? Math.max(1, ...shown.map(({ value }) => value));
  return (
    <section className={classes.bars} aria-labelledby={titleId} data-testid="bars">
      <h2 id={titleId}>{title}</h2>
      <ul>
        {shown.map(({ label, value, to, isBad }) => (
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
        {rest.length > 0 ? (
          <li>
            {/* No bar, because it would dwarf the compared ones. */}
            <span className={classes.barHead}>
              <span>{others(rest.length)}</span>
              <b>{format(rest.reduce((sum, { value }) => sum + value, 0))}</b>
            </span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
