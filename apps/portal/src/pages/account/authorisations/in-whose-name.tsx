import { useQuery } from '@tanstack/react-query';
import { organisationsQuery } from '../../../api/organisations.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useSession } from '../../../shell/signed-in.tsx';
import choice from '../../../ui/forms/choice.module.css';
import { newWords } from './new-words.ts';

interface InWhoseNameProps {
  /** Empty for oneself. */
  organisationId: string;
  onChoose(id: string): void;
}

/** Only owners of a verified organisation have the choice; the server asks the eID provider again. */
export function InWhoseName({ organisationId, onChoose }: InWhoseNameProps) {
  const words = usePageWords(newWords);
  const { user } = useSession();
  const { data } = useQuery(organisationsQuery);
  const owned = (data?.items ?? []).filter(({ verified, my_role }) => verified && my_role === 'owner');
  if (owned.length === 0) return null;
  const options = [
    { id: '', name: words.myself, text: user.full_name },
    ...owned.map(({ id, name, reg_no }) => ({ id, name, text: words.organisation(reg_no) })),
  ];
  return (
    <fieldset className={choice.choice} data-testid="in-whose-name">
      <legend>{words.whose}</legend>
      {options.map(({ id, name, text }) => (
        <label key={id}>
          <input
            type="radio"
            name="organisation_id"
            checked={organisationId === id}
            data-testid={id === '' ? 'for-myself' : 'for-organisation'}
            onChange={() => onChoose(id)}
          />
          <span>
            <strong>{name}</strong>
            <span>{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
