import { Button, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  linkOrganisation,
  ORGANISATIONS_KEY,
  type Organisation,
  representationsQuery,
} from '../../api/organisations.ts';
import { findRegNoFault, type NumberFault, normaliseRegNo } from '../../features/organisations/numbers.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useFocusedField } from '../../ui/forms/use-focused-field.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { signingWords } from './signing-words.ts';

function useLink(onLinked: (name: string) => void): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: linkOrganisation,
    onSuccess: (list, regNo) => {
      client.setQueryData(representationsQuery.queryKey, list);
      // To have shown the right is what marks an organisation as proved.
      client.invalidateQueries({ queryKey: ORGANISATIONS_KEY });
      onLinked(list.items.find(({ org_register }) => org_register === regNo)?.org_name ?? regNo);
    },
  });
}

export function LinkForm({ onLinked, onClose }: { onLinked(name: string): void; onClose(): void }) {
  const words = usePageWords(signingWords);
  const explain = useExplanation('eid', words.codes);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<NumberFault | null>(null);
  const field = useFocusedField();
  const link = useLink(onLinked);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (link.isPending) return;
    const regNo = normaliseRegNo(text);
    const slip = findRegNoFault(regNo);
    setFault(slip);
    if (slip) field.current?.focus();
    else link.mutate(regNo);
  };

  return (
    <form className={layoutStyle.panel} onSubmit={submit} noValidate>
      <div className={formStyle.narrow}>
        <TextInput
          ref={field}
          size="md"
          label={words.linkLabel}
          description={words.linkHint}
          error={fault ? words[fault] : undefined}
          value={text}
          autoComplete="off"
          spellCheck={false}
          data-testid="link-reg-no"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Failed text={link.error && !fault ? explain(link.error) : null} testId="link-failed" />
        <FormActions
          submit={words.linkSubmit}
          testId="link-submit"
          isPending={link.isPending}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}

interface LinkButtonProps {
  organisation: Organisation;
  onLinked(name: string): void;
}

/** On the organisation's own page its number is known. */
export function LinkButton({ organisation, onLinked }: LinkButtonProps) {
  const words = usePageWords(signingWords);
  const explain = useExplanation('eid', words.codes);
  const link = useLink(onLinked);
  return (
    <>
      <Failed text={link.error ? explain(link.error) : null} testId="link-failed" />
      <div>
        <Button
          variant="default"
          loading={link.isPending}
          data-testid="link-this"
          onClick={() => link.mutate(organisation.reg_no)}
        >
          {words.linkThis}
        </Button>
      </div>
    </>
  );
}
