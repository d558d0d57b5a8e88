import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  acceptRole,
  declineRole,
  type OwnRoleInvitation,
  ownRoleInvitationsQuery,
} from '../../api/role-invitations.ts';
import { buildLoginPath, DEFAULT_NEXT } from '../../api/safe-next.ts';
import { nameRoleById, ROLE_IDS } from '../../features/roles/role-names.ts';
import { AskedButton } from '../../features/step-up/asked-button.tsx';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { When } from '../../ui/moment.tsx';
import { Facts } from '../../ui/page/list-and-detail.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { ActionFailure, Done, EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { ownRoleWords } from './words.ts';

/** Shows the invited person what the role is before they accept it. */
export function OwnRoleInvitationsPage() {
  const words = usePageWords(ownRoleWords);
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: acceptRole,
    onSuccess: ({ state }) => {
      // The role ends this session. Any call would notice and show that as a problem, so the page leaves first.
      if (state === 'given') window.location.assign(buildLoginPath(DEFAULT_NEXT, 'role_given'));
    },
  });
  const query = useQuery({ ...ownRoleInvitationsQuery, enabled: !accept.isSuccess });
  const [said, setSaid] = useState<string | null>(null);
  const finishDecline = async () => {
    await client.invalidateQueries({ queryKey: ownRoleInvitationsQuery.queryKey });
    setSaid(words.declined);
  };
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <Done testId="role-said">{said}</Done>
        {accept.data?.state === 'given' ? <Loading /> : null}
        {accept.data?.state === 'confirming' ? <Confirming /> : null}
        {accept.data ? null : (
          <Loaded query={query} source="platform" lines={4}>
            {(items) =>
              items.length === 0 ? (
                <EmptyState title={words.none} />
              ) : (
                items.map((invitation) => (
                  <Invitation
                    key={invitation.id}
                    invitation={invitation}
                    accept={accept}
                    onDeclined={finishDecline}
                  />
                ))
              )
            }
          </Loaded>
        )}
      </div>
    </div>
  );
}

interface InvitationProps {
  invitation: OwnRoleInvitation;
  accept: { mutate(id: string): void; isPending: boolean; error: Error | null };
  onDeclined(): unknown;
}

function Invitation({ invitation, accept, onDeclined }: InvitationProps) {
  const words = usePageWords(ownRoleWords);
  const { language } = useLanguage();
  const { id, role_id, role, authorities, authorities_en, expires_at } = invitation;
  const names = language === 'en' ? authorities_en : authorities;
  const decides = authorities.includes('*') ? words.every : names.join(', ');
  return (
    <Section id={`invitation-${id}`} title={nameRoleById(role_id, role, language)}>
      <Facts
        items={[
          ...(decides ? [[words.authorities, decides] as const] : []),
          [words.expires, <When key="expires" at={expires_at} />],
        ]}
      />
      <p className={textStyle.quiet}>{role_id === ROLE_IDS.manager ? words.managerEffect : words.effect}</p>
      <ActionFailure error={accept.error} />
      <div className={formStyle.actions}>
        <Button loading={accept.isPending} data-testid="accept-role" onClick={() => accept.mutate(id)}>
          {words.accept}
        </Button>
        <AskedButton
          label={words.decline}
          testId="decline-role"
          title={words.declineTitle}
          run={() => declineRole(id)}
          onDone={onDeclined}
        >
          <p>{words.declineText}</p>
        </AskedButton>
      </div>
    </Section>
  );
}

function Confirming() {
  const words = usePageWords(ownRoleWords);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section data-testid="role-confirming">
      <h2 ref={heading} tabIndex={-1}>
        {words.confirmingTitle}
      </h2>
      <p>{words.confirmingText}</p>
    </section>
  );
}
