import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AdminUser, putUserGeId } from '../../../api/administration.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import { usersWords } from './words.ts';

const GE_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

export function GeIdForm({ user, onChanged }: { user: AdminUser; onChanged(user: AdminUser): void }) {
  const words = usePageWords(usersWords);
  const shared = usePageWords(uiWords);
  const [geId, setGeId] = useState(user.ge_id ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const save = useMutation({
    mutationFn: (wanted: string) => putUserGeId(user.id, wanted),
    onSuccess: onChanged,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = geId.trim();
    const wrong = wanted !== '' && !GE_ID.test(wanted);
    setIsWrong(wrong);
    if (!wrong && !save.isPending) save.mutate(wanted);
  };

  return (
    <form className={layoutStyle.part} onSubmit={submit} noValidate>
      <TextInput
        label={words.geId}
        description={words.geIdHint}
        error={isWrong ? words.geIdError : null}
        value={geId}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        data-testid="ge-id"
        onChange={(event) => {
          save.reset();
          setGeId(event.currentTarget.value);
        }}
      />
      <Done>{save.isSuccess ? words.geIdSaved : null}</Done>
      <ActionFailure error={save.error} />
      <div>
        <Button type="submit" variant="default" loading={save.isPending} data-testid="save-ge-id">
          {shared.save}
        </Button>
      </div>
    </form>
  );
}
