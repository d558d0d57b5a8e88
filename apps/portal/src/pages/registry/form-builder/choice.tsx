import { useId } from 'react';
import classes from './builder.module.css';

interface ChoiceProps<Value extends string> {
  name: string;
  label: string;
  options: readonly Value[];
  words: Record<NoInfer<Value>, string>;
  value: NoInfer<Value>;
  onChange(value: NoInfer<Value>): void;
}

/** Two or three views of the same thing, of which one is shown. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>{props.label}</legend>
      {props.options.map((option) => (
        <label key={option} htmlFor={`${id}-${option}`} data-checked={option === props.value || undefined}>
          <input
            type="radio"
            id={`${id}-${option}`}
            name={`${id}-${props.name}`}
            value={option}
            checked={option === props.value}
            data-testid={`${props.name}-${option}`}
            onChange={() => props.onChange(option)}
          />
          {props.words[option]}
        </label>
      ))}
    </fieldset>
  );
}
