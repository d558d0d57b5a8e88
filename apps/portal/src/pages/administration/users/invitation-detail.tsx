import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type RoleInvitation,
  resendRoleInvitation,
  withdrawRoleInvitation,
} from '../../../api/role-invitations.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { When } from '../../../ui/moment.tsx';
import { Detail, Facts } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { EVERY_AUTHORITY } from './guards.ts';
import { roleInvitationWords } from './invitation-words.ts';

interface InvitationDetailProps {
  invitation: RoleInvitation;
  roleName: string;
  onClose(): void;
  onChanged(): unknown;
  onWithdrawn(): unknown;
}

export function InvitationDetail(props: InvitationDetailProps) {
  const { invitation, roleName, onClose, onChanged, onWithdrawn } = props;
  const words = usePageWords(roleInvitationWords);
  const { language } = useLanguage();
  const resend = useMutation({
    mutationFn: () => resendRoleInvitation(invitation.id),
    onSuccess: onChanged,
  });
  const authorities = invitation.authorities.includes(EVERY_AUTHORITY)
    ? words.every
    : (language === 'en' ? invitation.authorities_en : invitation.authorities).join(', ');
  return (
    <Detail title={invitation.register} subject={invitation.id} onClose={onClose}>
      <Facts
        items={[
          [words.role, roleName],
          ...(authorities ? [[words.authorities, authorities] as const] : []),
          [words.inviter, invitation.inviter],
          [words.created, <When key="created" at={invitation.created_at} />],
          [words.expires, <When key="expires" at={invitation.expires_at} />],
          [words.email, invitation.email],
          [
            words.letters,
            invitation.letter_at
              ? words.lettersSent(invitation.letters, formatDateTime(invitation.letter_at, language))
              : words.noLetters,
          ],
        ]}
      />
      <Done testId="letter-said">{resend.isSuccess ? words.resent : null}</Done>
      <ActionFailure error={resend.error} />
      <div className={formStyle.actions}>
        {invitation.email ? (
          <Button
            variant="default"
            loading={resend.isPending}
            data-testid="resend"
            onClick={() => resend.mutate()}
          >
            {words.resend}
          </Button>
        ) : null}
        <AskedButton
          label={words.withdraw}
          testId="withdraw"
          isDangerous
          title={words.withdrawTitle}
          run={() => withdrawRoleInvitation(invitation.id)}
          onDone={onWithdrawn}
        >
          <p>{words.withdrawText}</p>
        </AskedButton>
      </div>
    </Detail>
  );
}
