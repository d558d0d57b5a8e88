import { useId } from 'react';
import classes from './appearance.module.css';

interface ChoicesProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; color?: string }[];
  value: string;
  hint?: string;
  onChange(value: string): void;
}

/** Radio buttons that show every option at once; the arrow keys move between them. */
export function Choices({ legend, name, options, value, hint, onChange }: ChoicesProps) {
  const hintId = useId();
  return (
    <fieldset className={classes.choices} aria-describedby={hint ? hintId : undefined}>
      <legend>{legend}</legend>
      <div className={classes.choiceRow}>
        {options.map((option) => (
          <label key={option.value} className={classes.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              data-testid={`${name}-${option.value || 'none'}`}
              onChange={() => onChange(option.value)}
            />
            {option.color ? (
              <span className={classes.swatch} style={{ background: option.color }} aria-hidden="true" />
            ) : null}
            {option.label}
          </label>
        ))}
      </div>
      {hint ? (
        <p id={hintId} className={classes.choiceHint}>
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
