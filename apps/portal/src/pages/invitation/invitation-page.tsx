import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { acceptInvitation, organisationsQuery } from '../../api/organisations.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../shell/page.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ActionFailure } from '../administration/states.tsx';
import parts from '../profile/parts/parts.module.css';
import { Section } from '../profile/parts/section.tsx';
import classes from './invitation.module.css';
import { invitationWords } from './words.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/** The token names the organisation only to the server: nothing is shown of it before it is accepted. */
export function InvitationPage() {
  const words = usePageWords(invitationWords);
  const { language } = useLanguage();
  const { user } = useSession();
  const { token = '' } = useParams();
  const client = useQueryClient();
  const outcome = useRef<HTMLHeadingElement>(null);
  const accept = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: () => client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
  });
  const failure = accept.error ? readFailure(accept.error) : null;
  const isGone = !TOKEN.test(token) || (failure?.kind === 'refused' && failure.status === 404);
  const name = (language === 'en' && user.full_name_en) || user.full_name;
  usePageTitle(words.title);
  useEffect(() => {
    if (accept.isSuccess || accept.isError) outcome.current?.focus();
  }, [accept.isSuccess, accept.isError]);

  return (
    <div className={parts.page}>
      <header className={parts.head}>
        <PageHeading>{words.title}</PageHeading>
        {accept.data || isGone ? null : <p className={classes.lead}>{words.lead(name)}</p>}
      </header>
      <div className={parts.sections}>
        {accept.data ? (
          <section className={classes.outcome} data-testid="invitation-accepted">
            <h2 ref={outcome} tabIndex={-1}>
              {words.acceptedTitle(accept.data.name)}
            </h2>
            <p>{words.acceptedText}</p>
            <Button component={Link} to={`/organisations/${accept.data.id}`}>
              {words.toOrganisation}
            </Button>
          </section>
        ) : isGone ? (
          <section className={classes.outcome} data-testid="invitation-gone">
            <h2 ref={outcome} tabIndex={-1}>
              {words.goneTitle}
            </h2>
            <p>{words.goneText}</p>
            <Button component={Link} to="/organisations" variant="default">
              {words.toOrganisations}
            </Button>
          </section>
        ) : (
          <Section id="means" title={words.meansHeading}>
            <ul className={classes.means}>
              {words.means.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <h3 className={classes.care}>{words.careHeading}</h3>
            <p>{words.care}</p>
            <ActionFailure error={accept.error} />
            <div className={parts.actions}>
              <Button
                loading={accept.isPending}
                data-testid="invitation-accept"
                onClick={() => accept.mutate(token)}
              >
                {words.accept}
              </Button>
              <Button component={Link} to="/home" variant="default">
                {words.decline}
              </Button>
            </div>
          </Section>
        )}
      </div>
    </div>
  );
}
