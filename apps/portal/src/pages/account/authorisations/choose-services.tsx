import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { applicableServicesQuery } from '../../../api/gov.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import choice from '../../../ui/forms/choice.module.css';
import formStyle from '../../../ui/forms/form.module.css';
import { Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './authorisations.module.css';
import { newWords } from './new-words.ts';

interface ChooseServicesProps {
  chosen: readonly string[];
  fault: unknown;
  onChoose(ids: string[]): void;
}

/** Chosen services stay in the list, whatever is searched for. */
export function ChooseServices({ chosen, fault, onChoose }: ChooseServicesProps) {
  const words = usePageWords(newWords);
  const query = useQuery(applicableServicesQuery);
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  return (
    <fieldset className={formStyle.group} aria-describedby="services-fault">
      <legend>{words.services}</legend>
      <TextInput
        id="services"
        type="search"
        label={words.find}
        value={text}
        maxLength={100}
        data-testid="find-service"
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <p role="status" className={textStyle.quiet}>
        {words.chosen(chosen.length)}
      </p>
      <Loaded query={query} source="platform" lines={4}>
        {({ items }) => {
          const shown = items.filter(
            ({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(sought),
          );
          if (shown.length === 0) return <p>{words.none}</p>;
          return (
            <div className={`${choice.choice} ${classes.services}`}>
              {shown.map(({ id, name, agency }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    data-testid="service"
                    onChange={({ currentTarget: { checked } }) =>
                      onChoose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                    }
                  />
                  <span>
                    <strong>{name}</strong>
                    <span>{agency}</span>
                  </span>
                </label>
              ))}
            </div>
          );
        }}
      </Loaded>
      <p id="services-fault" className={classes.fault}>
        {typeof fault === 'string' ? fault : null}
      </p>
    </fieldset>
  );
}
