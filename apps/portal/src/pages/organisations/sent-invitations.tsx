import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Invitation,
  type Organisation,
  sentInvitationsQuery,
  withdrawInvitation,
} from '../../api/organisations.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import parts from '../../ui/parts.module.css';
import { useExplanation } from '../../ui/use-explanation.ts';
import { invitingWords } from './invitation-words.ts';
import classes from './organisations.module.css';
import { organisationsWords } from './words.ts';

interface SentInvitationsProps {
  organisation: Organisation;
  onWithdrawn(said: string): void;
}

/** For those who run the organisation; nothing is drawn while nothing waits. */
export function SentInvitations({ organisation, onWithdrawn }: SentInvitationsProps) {
  const { language } = useLanguage();
  const words = usePageWords(invitingWords);
  const { roles } = usePageWords(organisationsWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const query = useQuery(sentInvitationsQuery(organisation.id));
  const [asked, setAsked] = useState<Invitation | null>(null);
  const withdraw = useMutation({
    mutationFn: (invitation: Invitation) => withdrawInvitation(organisation.id, invitation.id),
    onSuccess: () => {
      setAsked(null);
      onWithdrawn(words.withdrawn);
    },
    onSettled: () => client.invalidateQueries({ queryKey: sentInvitationsQuery(organisation.id).queryKey }),
  });
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  const nameOf = (invitation: Invitation) =>
    [words.by[invitation.by], invitation.national_id ?? invitation.user_id].filter(Boolean).join(': ');
  return (
    <div className={classes.sent}>
      <h3>{words.waiting}</h3>
      <ul className={parts.list} data-testid="sent-invitations">
        {items.map((invitation) => (
          <li key={invitation.id} className={classes.organisation} data-testid="sent-invitation">
            <div>
              <p className={classes.signerName}>{nameOf(invitation)}</p>
              <p className={parts.quiet}>{words.until(formatDate(invitation.expires_at, language))}</p>
            </div>
            <div className={classes.signerEnd}>
              <Badge tone="plain">{roles[invitation.role]}</Badge>
              <Button
                variant="default"
                size="compact-md"
                fz="sm"
                data-testid="withdraw-invitation"
                onClick={() => {
                  withdraw.reset();
                  setAsked(invitation);
                }}
              >
                {words.withdraw}
                <VisuallyHidden>: {nameOf(invitation)}</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        title={words.withdrawTitle}
        confirmLabel={words.withdraw}
        isPending={withdraw.isPending}
        failure={withdraw.error ? explain(withdraw.error) : null}
        onConfirm={() => asked && withdraw.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        <p>{words.withdrawText}</p>
      </ConfirmDialog>
    </div>
  );
}
