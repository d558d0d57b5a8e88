import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AdminUser, putUserAuthorities } from '../../../api/administration.ts';
import { ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { AuthorityFields } from './authority-fields.tsx';
import { usersWords } from './words.ts';

/** Authorities of a person whose role decides cases. */
export function AuthoritiesForm({ user, onChanged }: { user: AdminUser; onChanged(user: AdminUser): void }) {
  const { authorities: words } = usePageWords(usersWords);
  const [chosen, setChosen] = useState<readonly string[]>(user.authorities);
  const [isMissing, setIsMissing] = useState(false);
  const stepUp = useStepUp();
  const save = useMutation({
    mutationFn: () => stepUp.run(() => putUserAuthorities(user.id, [...chosen])),
    onSuccess: onChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isBare = user.role_id === ROLE_IDS.officer && chosen.length === 0;
    setIsMissing(isBare);
    if (!isBare && !save.isPending) save.mutate();
  };
  return (
    <>
      <form className={layoutStyle.part} onSubmit={submit} data-testid="authorities-form">
        <h3>{words.heading}</h3>
        <AuthorityFields
          chosen={chosen}
          error={isMissing ? words.missing : undefined}
          onChange={(wanted) => {
            if (!save.isIdle) save.reset();
            setChosen(wanted);
          }}
        />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        <ActionFailure error={readStepUpFailure(save.error)} />
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-authorities">
            {words.save}
          </Button>
        </div>
      </form>
      {stepUp.dialog}
    </>
  );
}
