import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readFailure } from '../../api/errors.ts';
import {
  acceptReceived,
  declineReceived,
  ORGANISATIONS_KEY,
  type ReceivedInvitation,
  receivedInvitationsQuery,
} from '../../api/organisations.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { invitingWords } from './invitation-words.ts';
import { orderNames } from './name-of.ts';
import classes from './organisations.module.css';
import { organisationsWords } from './words.ts';

/** Renders nothing without an invitation. */
export function ReceivedSection() {
  const { received: words } = usePageWords(invitingWords);
  const query = useQuery(receivedInvitationsQuery);
  const [said, setSaid] = useState('');
  const items = query.data?.items ?? [];
  if (items.length === 0 && said === '') return null;
  return (
    <Section id="received" title={words.heading} lead={items.length > 0 ? words.lead : undefined}>
      <Done testId="received-said">{said || null}</Done>
      {items.length > 0 ? (
        <ul className={layoutStyle.list}>
          {items.map((invitation) => (
            <Received
              key={invitation.id}
              invitation={invitation}
              onAnswered={(text) => {
                setSaid(text);
                focusSection('received');
              }}
            />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

interface ReceivedProps {
  invitation: ReceivedInvitation;
  onAnswered(said: string): void;
}

function Received({ invitation, onAnswered }: ReceivedProps) {
  const { language } = useLanguage();
  const { received: words } = usePageWords(invitingWords);
  const { roles, regNo, verified } = usePageWords(organisationsWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const { first, second } = orderNames(
    { name: invitation.organisation, name_latin: invitation.organisation_latin },
    language,
  );
  const refresh = () => client.invalidateQueries({ queryKey: ORGANISATIONS_KEY });
  const accept = useMutation({
    mutationFn: () => acceptReceived(invitation.id),
    onSuccess: () => onAnswered(words.accepted(first)),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: () => declineReceived(invitation.id),
    onSuccess: () => onAnswered(words.declined(first)),
    onSettled: refresh,
  });
  const error = accept.error ?? decline.error;
  const failure = error ? readFailure(error) : null;
  const isGone = failure?.kind === 'refused' && failure.status === 404;
  return (
    <li className={classes.organisation} data-testid="received-invitation">
      <div>
        <h3>{first}</h3>
        {second ? <p className={textStyle.quiet}>{second}</p> : null}
        {invitation.reg_no ? (
          <p className={`${textStyle.quiet} ${textStyle.number}`}>
            {regNo}: {invitation.reg_no}
          </p>
        ) : null}
        <p>{words.role(roles[invitation.role])}</p>
        <p className={textStyle.quiet}>{words.until(formatDate(invitation.expires_at, language))}</p>
        {invitation.verified ? (
          <Badge tone="good">{verified}</Badge>
        ) : (
          <p className={classes.warning}>{words.unproven}</p>
        )}
        <Failed text={error ? (isGone ? words.gone : explain(error)) : null} />
      </div>
      <div className={classes.signerEnd}>
        <Button
          loading={accept.isPending}
          disabled={decline.isPending}
          data-testid="accept-invitation"
          onClick={() => accept.mutate()}
        >
          {words.accept}
          <VisuallyHidden>: {first}</VisuallyHidden>
        </Button>
        <Button
          variant="default"
          loading={decline.isPending}
          disabled={accept.isPending}
          data-testid="decline-invitation"
          onClick={() => decline.mutate()}
        >
          {words.decline}
          <VisuallyHidden>: {first}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
