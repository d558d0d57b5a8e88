import { useId } from 'react';
import type { MemberRole } from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import choice from '../../ui/forms/choice.module.css';
import classes from './organisations.module.css';
import { organisationsWords } from './words.ts';

interface RoleChoiceProps {
  role: MemberRole;
  roles: MemberRole[];
  onChoose(role: MemberRole): void;
}

export function RoleChoice({ role, roles, onChoose }: RoleChoiceProps) {
  const { members: words, roles: names, roleMeans } = usePageWords(organisationsWords);
  const id = useId();
  return (
    <fieldset className={choice.choice}>
      <legend>{words.roleLabel}</legend>
      {roles.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={id}
            checked={option === role}
            aria-describedby={`${id}-${option}`}
            data-testid={`role-${option}`}
            onChange={() => onChoose(option)}
          />
          <span>
            <strong>{names[option]}</strong>
            <span id={`${id}-${option}`}>{roleMeans[option]}</span>
          </span>
        </label>
      ))}
      {role === 'owner' ? (
        <p role="status" className={classes.warning}>
          {words.ownerWarning}
        </p>
      ) : null}
    </fieldset>
  );
}
