import { Button, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  linkOrganisation,
  type Organisation,
  organisationsQuery,
  representationsQuery,
} from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import parts from '../profile/parts/parts.module.css';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import { findRegNoFault, type NumberFault, normaliseRegNo } from './numbers.ts';
import { signingWords } from './signing-words.ts';
import { organisationsWords } from './words.ts';

function useLink(onLinked: (name: string) => void): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: linkOrganisation,
    onSuccess: (list, regNo) => {
      client.setQueryData(representationsQuery.queryKey, list);
      // To have shown the right is what marks an organisation as proved.
      client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
      client.invalidateQueries({ queryKey: ['organisation'] });
      onLinked(list.items.find(({ org_register }) => org_register === regNo)?.org_name ?? regNo);
    },
  });
}

export function LinkForm({ onLinked, onClose }: { onLinked(name: string): void; onClose(): void }) {
  const words = usePageWords(signingWords);
  const { cancel } = usePageWords(organisationsWords);
  const explain = useExplanation('eid', words.codes);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<NumberFault | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const link = useLink(onLinked);
  useEffect(() => {
    field.current?.focus();
  }, []);

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
    <form className={parts.panel} onSubmit={submit} noValidate>
      <div className={parts.form}>
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
        {link.error && !fault ? (
          <p role="alert" className={parts.failed} data-testid="link-failed">
            {explain(link.error)}
          </p>
        ) : null}
        <div className={parts.actions}>
          <Button type="submit" loading={link.isPending} data-testid="link-submit">
            {words.linkSubmit}
          </Button>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
        </div>
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
      {link.error ? (
        <p role="alert" className={parts.failed} data-testid="link-failed">
          {explain(link.error)}
        </p>
      ) : null}
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
