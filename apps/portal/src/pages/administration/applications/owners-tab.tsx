import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Application,
  type Owner,
  type OwnerOffer,
  offerOwnership,
  ownersQuery,
  removeOwner,
} from '../../../api/applications.ts';
import { applicationsOwnersAddBody } from '../../../api/generated/bodies.ts';
import { credentialWords } from '../../../features/oauth-clients/credential-words.ts';
import { normaliseNationalId } from '../../../features/people/national-id.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { ActionFailure, Done, EmptyState } from '../../../ui/states/states.tsx';
import { momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';

export function OwnersTab({ application: { id } }: { application: Application }) {
  const { owners: words } = usePageWords(credentialWords);
  const client = useQueryClient();
  const query = useQuery(ownersQuery(id));
  const [leaving, setLeaving] = useState<Owner | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: ownersQuery(id).queryKey });
  const stepUp = useStepUp();
  const removal = useMutation({
    mutationFn: (owner: Owner) => stepUp.run(() => removeOwner(id, owner.user_id)),
    onSuccess: () => {
      setLeaving(null);
      void reload();
    },
  });
  return (
    <>
      <p>{words.lead}</p>
      <Done testId="owner-removed">{removal.isSuccess ? words.removed : null}</Done>
      <DataTable
        id="application-owners"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={[
          { key: 'name', title: words.name, text: ({ name }) => name },
          momentColumn({ key: 'added', title: words.since, at: ({ added_at: at }) => at }),
          {
            key: 'remove',
            title: words.remove,
            text: () => '',
            cell: (owner: Owner) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={words.removeOf(owner.name)}
                data-testid="remove-owner"
                onClick={() => {
                  removal.reset();
                  setLeaving(owner);
                }}
              >
                {words.remove}
              </Button>
            ),
          },
        ]}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        getId={({ user_id: userId }) => userId}
      />
      <Offers id={id} offers={query.data?.offers ?? []} onChanged={reload} />
      <AddOwner id={id} onAdded={reload} />
      <ConfirmDialog
        isOpen={leaving !== null}
        title={words.removeTitle(leaving?.name ?? '')}
        action={words.remove}
        isPending={removal.isPending}
        failure={<ActionFailure error={readStepUpFailure(removal.error)} />}
        onConfirm={() => leaving && removal.mutate(leaving)}
        onCancel={() => setLeaving(null)}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  );
}

function Offers({ id, offers, onChanged }: { id: string; offers: readonly OwnerOffer[]; onChanged(): void }) {
  const { owners: words } = usePageWords(credentialWords);
  const stepUp = useStepUp();
  const withdrawal = useMutation({
    mutationFn: (offer: string) => stepUp.run(() => removeOwner(id, offer)),
    onSettled: onChanged,
  });
  return (
    <>
      {offers.length === 0 ? null : (
        <div data-testid="owner-offers">
          <h3>{words.offers}</h3>
          <ul>
            {offers.map(({ id: offer, register }) => (
              <li key={offer}>
                {register}{' '}
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={words.withdrawOf(register)}
                  loading={withdrawal.isPending && withdrawal.variables === offer}
                  onClick={() => withdrawal.mutate(offer)}
                  data-testid="withdraw-offer"
                >
                  {words.withdraw}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ActionFailure error={readStepUpFailure(withdrawal.error)} />
      <Done testId="offer-withdrawn">{withdrawal.isSuccess ? words.withdrawn : null}</Done>
      {stepUp.dialog}
    </>
  );
}

function AddOwner({ id, onAdded }: { id: string; onAdded(): void }) {
  const { owners: words } = usePageWords(credentialWords);
  const [added, setAdded] = useState<string | null>(null);
  const stepUp = useStepUp();
  const adding = useMutation({
    mutationFn: ({ national_id: nationalId }: { national_id: string }) =>
      stepUp.run(() => offerOwnership(id, nationalId)),
    onSuccess: ({ register }) => {
      form.reset();
      setAdded(register);
      onAdded();
    },
  });
  const form = useBodyForm({
    schema: applicationsOwnersAddBody,
    keepAs: null,
    initial: { national_id: '' },
    toBody: ({ national_id: text }) => ({ national_id: normaliseNationalId(text) }),
    hints: { national_id: words.registerWrong },
    onSend: adding.mutate,
    onChange: () => {
      adding.reset();
      setAdded(null);
    },
    error: adding.error,
    isPending: adding.isPending,
  });
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate>
      <TextInput
        {...form.field('national_id')}
        label={words.register}
        description={words.registerHint}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        autoComplete="off"
        data-testid="owner-register"
      />
      {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(adding.error)} />}
      <Done testId="owner-added">{added === null ? null : words.added(added)}</Done>
      <div>
        <Button type="submit" loading={adding.isPending} data-testid="add-owner">
          {words.add}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
