import { useId } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import choice from '../../ui/forms/choice.module.css';
import textStyle from '../../ui/text.module.css';
import { forWhomWords } from './for-whom-words.ts';
import { type SignedFor, useSignedFor } from './use-signed-for.ts';

interface ForWhomProps {
  /** The name of the signed-in person. */
  self: string;
  /** Null for oneself. */
  organisation: SignedFor | null;
  onChoose(organisation: SignedFor | null): void;
}

const keyOf = (option: SignedFor | null): string =>
  option === null ? 'self' : option.org_register || 'child';

/** For oneself, the child that this tab acts for, or an organisation with the signing app that the eID names. */
export function ForWhom({ self, organisation, onChoose }: ForWhomProps) {
  const words = usePageWords(forWhomWords);
  const id = useId();
  const { query, options: others } = useSignedFor();
  const options = [null, ...others];
  return (
    <fieldset className={choice.choice} aria-busy={query.isPending} data-testid="for-whom">
      <legend>{words.legend}</legend>
      {options.map((option) => {
        const key = keyOf(option);
        return (
          <label key={key}>
            <input
              type="radio"
              name={id}
              checked={keyOf(organisation) === key}
              data-testid={`for-${key}`}
              onChange={() => onChoose(option)}
            />
            <span>
              <strong>{option?.org_name ?? words.self}</strong>
              <span>
                {option === null
                  ? self
                  : option.org_register === ''
                    ? words.child
                    : words.number(option.org_register)}
              </span>
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
