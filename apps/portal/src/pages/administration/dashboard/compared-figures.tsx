import { Link } from 'react-router';
import figureStyle from '../../../ui/figures.module.css';
import classes from './dashboard.module.css';

export interface ComparedFigure {
  label: string;
  value: string;
  /** The same figure of the period before, or what the figure consists of. */
  note?: string;
  /** The list behind the figure. */
  to?: string;
  isBad?: boolean;
}

/** Large numbers, each a link to its list. */
export function ComparedFigures({ label, items }: { label: string; items: readonly ComparedFigure[] }) {
  return (
    <section aria-label={label}>
      <p className={figureStyle.label}>{label}</p>
      <dl className={figureStyle.figures} data-testid="figures">
        {items.map(({ label: name, value, note, to, isBad }) => (
          <div key={name} className={classes.figure}>
            <dt>{to ? <Link to={to}>{name}</Link> : name}</dt>
            <dd data-bad={isBad}>{value}</dd>
            {note ? <dd className={classes.note}>{note}</dd> : null}
          </div>
        ))}
      </dl>
    </section>
  );
}
