import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import type { FieldProps } from '../../ui/forms/use-body-form.ts';
import textStyle from '../../ui/text.module.css';
import { MOST_PARTIES, type NewParty } from './new-party.ts';
import { newRequestWords } from './new-words.ts';
import classes from './sign-requests.module.css';

interface PartyFieldsProps {
  parties: readonly NewParty[];
  field(at: number, name: keyof NewParty): FieldProps;
  onAdd(): void;
  onRemove(at: number): void;
}

export function PartyFields({ parties, field, onAdd, onRemove }: PartyFieldsProps) {
  const words = usePageWords(newRequestWords);
  return (
    <fieldset className={formStyle.group}>
      <legend>{words.parties}</legend>
      <p className={textStyle.quiet}>{words.partiesHint}</p>
      <ol className={classes.parties}>
        {parties.map(({ kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what identifies a party
          <li key={at} className={classes.newParty}>
            <div className={classes.newPartyHead}>
              <h3>{words.party(at + 1)}</h3>
              {parties.length > 1 ? (
                <Button
                  variant="subtle"
                  size="compact-md"
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  aria-label={words.removeParty(at + 1)}
                  data-testid={`remove-party-${at + 1}`}
                  onClick={() => onRemove(at)}
                >
                  {words.remove}
                </Button>
              ) : null}
            </div>
            <div className={classes.newPartyFields}>
              <NativeSelect
                {...field(at, 'kind')}
                label={words.kind}
                data-testid={`party-kind-${at + 1}`}
                data={(['person', 'organisation'] as const).map((value) => ({
                  value,
                  label: words.kinds[value],
                }))}
              />
              <TextInput
                {...field(at, 'register')}
                maxLength={20}
                label={words.register}
                placeholder={kind === 'person' ? 'УБ00112233' : '1234567'}
                autoComplete="off"
                spellCheck={false}
                data-testid={`party-register-${at + 1}`}
              />
              <TextInput
                {...field(at, 'name')}
                maxLength={120}
                label={words.label}
                autoComplete="off"
                data-testid={`party-name-${at + 1}`}
              />
            </div>
          </li>
        ))}
      </ol>
      {parties.length < MOST_PARTIES ? (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            data-testid="add-party"
            onClick={onAdd}
          >
            {words.add}
          </Button>
        </div>
      ) : (
        <p className={textStyle.quiet}>{words.most}</p>
      )}
    </fieldset>
  );
}
