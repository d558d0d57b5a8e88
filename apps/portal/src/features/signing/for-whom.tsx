import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type SignerOrganisation, signerOrganisationsQuery } from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import choice from '../../ui/forms/choice.module.css';
import textStyle from '../../ui/text.module.css';
import { forWhomWords } from './for-whom-words.ts';

interface ForWhomProps {
  /** The name of the signed-in person. */
  self: string;
  /** Null for oneself. */
  organisation: SignerOrganisation | null;
  onChoose(organisation: SignerOrganisation | null): void;
}

/** For oneself, or for an organisation with the signing app that the eID provider says the person represents. */
export function ForWhom({ self, organisation, onChoose }: ForWhomProps) {
  const words = usePageWords(forWhomWords);
  const id = useId();
  const query = useQuery(signerOrganisationsQuery);
  const represented = query.data?.items ?? [];
  const options = [null, ...represented];
  return (
    <fieldset className={choice.choice} aria-busy={query.isPending} data-testid="for-whom">
      <legend>{words.legend}</legend>
      {options.map((option) => {
        const key = option?.org_register ?? 'self';
        return (
          <label key={key}>
            <input
              type="radio"
              name={id}
              checked={(organisation?.org_register ?? 'self') === key}
              data-testid={`for-${key}`}
              onChange={() => onChoose(option)}
            />
            <span>
              <strong>{option?.org_name ?? words.self}</strong>
              <span>{option ? words.number(option.org_register) : self}</span>
            </span>
          </label>
        );
      })}
      {query.error ? (
        <p role="status" className={`${textStyle.quiet} ${textStyle.small}`} data-testid="for-whom-unknown">
          {words.unknown}
        </p>
      ) : null}
    </fieldset>
  );
}
