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
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { invitingWords } from './invitation-words.ts';
import classes from './organisations.module.css';
import { organisationsWords } from './words.ts';

interface SentInvitationsProps {
  organisation: Organisation;
  onWithdrawn(said: string): void;
}

/** For people who manage the organisation; renders nothing without a pending invitation. */
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
      <ul className={layoutStyle.list} data-testid="sent-invitations">
        {items.map((invitation) => (
          <li key={invitation.id} className={classes.organisation} data-testid="sent-invitation">
            <div>
              <p className={classes.signerName}>{nameOf(invitation)}</p>
              <p className={textStyle.quiet}>{words.until(formatDate(invitation.expires_at, language))}</p>
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
        isOpen={asked !== null}
        title={words.withdrawTitle}
        action={words.withdraw}
        isPending={withdraw.isPending}
        failure={<Failed text={withdraw.error ? explain(withdraw.error) : null} />}
        onConfirm={() => asked && withdraw.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{words.withdrawText}</p>
      </ConfirmDialog>
    </div>
  );
}
