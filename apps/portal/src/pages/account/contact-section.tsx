import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContactKind, type Contacts, contactsQuery, removeContact } from '../../api/account.ts';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './account.module.css';
import { AddressForm, CodeForm } from './contact-forms.tsx';
import { accountWords } from './words.ts';

type Contact = Contacts[ContactKind];

/** Shows a contact, or asks for a new one and then for the code that was sent to it. */
export function ContactSection({ kind, contact }: { kind: ContactKind; contact: Contact }) {
  const all = usePageWords(accountWords);
  const words = all.kinds[kind];
  const client = useQueryClient();
  // A reload in the middle goes on with the code.
  const [waitsFor, setWaitsFor] = useState(contact.waiting?.address ?? null);
  const [mode, setMode] = useState<'show' | 'edit' | 'code' | 'remove'>(waitsFor === null ? 'show' : 'code');
  const [said, setSaid] = useState<'done' | 'removed' | null>(null);
  const stepUp = useStepUp();
  const finish = (contacts: Contacts, what: 'done' | 'removed') => {
    client.setQueryData(contactsQuery.queryKey, contacts);
    client.invalidateQueries({ queryKey: ['account', 'preferences'] });
    setSaid(what);
    setWaitsFor(null);
    setMode('show');
    focusSection(kind);
  };
  const remove = useMutation({
    mutationFn: () => stepUp.run(() => removeContact(kind)),
    onSuccess: (contacts) => finish(contacts, 'removed'),
  });
  return (
    <Section id={kind} title={words.heading} lead={words.lead}>
      <Done testId={`${kind}-said`}>{said === null ? null : words[said]}</Done>
      {mode === 'edit' ? (
        <AddressForm
          kind={kind}
          onSent={(address) => {
            setWaitsFor(address);
            setMode('code');
          }}
          onCancel={() => {
            setMode('show');
            focusSection(kind);
          }}
        />
      ) : mode === 'code' && waitsFor !== null ? (
        <CodeForm
          kind={kind}
          address={waitsFor}
          onProven={(contacts) => finish(contacts, 'done')}
          onOther={() => setMode('edit')}
        />
      ) : (
        <>
          {contact.address === '' ? (
            <p className={textStyle.quiet}>{contact.offered ? words.empty : words.notOffered}</p>
          ) : (
            <p className={classes.address} data-testid={`${kind}-address`}>
              <span className={textStyle.number}>{contact.address}</span>
              <Badge tone={contact.proven ? 'good' : 'warn'}>
                {contact.proven ? all.proven : all.unproven}
              </Badge>
            </p>
          )}
          <div className={formStyle.actions}>
            {contact.offered ? (
              <Button
                variant="default"
                data-testid={`${kind}-edit`}
                onClick={() => {
                  setSaid(null);
                  setMode('edit');
                }}
              >
                {contact.address === '' ? words.add : words.change}
              </Button>
            ) : null}
            {contact.address === '' ? null : (
              <Button
                variant="default"
                data-testid={`${kind}-remove`}
                onClick={() => {
                  setSaid(null);
                  remove.reset();
                  setMode('remove');
                }}
              >
                {words.remove}
              </Button>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={mode === 'remove' && !stepUp.isOpen}
        title={words.removeTitle}
        action={words.remove}
        isPending={remove.isPending}
        failure={<ActionFailure error={readStepUpFailure(remove.error)} />}
        onConfirm={() => remove.mutate()}
        onCancel={() => setMode('show')}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
      {stepUp.dialog}
    </Section>
  );
}
