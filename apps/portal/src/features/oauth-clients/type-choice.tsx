import { APPLICATION_TYPES, type ApplicationType } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from '../../ui/forms/choice.module.css';
import { applicationsWords } from './words.ts';

export function TypeChoice({
  offered = APPLICATION_TYPES,
  value,
  onChange,
}: {
  offered?: readonly ApplicationType[];
  value: ApplicationType;
  onChange(v: ApplicationType): void;
}) {
  const words = usePageWords(applicationsWords);
  return (
    <fieldset className={`${classes.choice} ${classes.small}`}>
      <legend>{words.type}</legend>
      {offered.map((type) => (
        <label key={type}>
          <input
            type="radio"
            name="app_type"
            value={type}
            checked={value === type}
            data-testid={`type-${type}`}
            onChange={() => onChange(type)}
          />
          <span>
            <strong>{words.types[type].title}</strong>
            <span>{words.types[type].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
