import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { acceptInvitation, linkedInvitationQuery, ORGANISATIONS_KEY } from '../../api/organisations.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import formStyle from '../../ui/forms/form.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { Section } from '../../ui/page/section.tsx';
import { ActionFailure, Loaded } from '../../ui/states/states.tsx';
import classes from './invitation.module.css';
import { invitationWords } from './words.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/** Shows the invitation before it can be accepted, so that nobody accepts blindly. */
export function InvitationPage() {
  const words = usePageWords(invitationWords);
  const { language } = useLanguage();
  const { user } = useSession();
  const { token = '' } = useParams();
  const client = useQueryClient();
  const outcome = useRef<HTMLHeadingElement>(null);
  const accept = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: () => client.invalidateQueries({ queryKey: [...ORGANISATIONS_KEY, 'list'] }),
  });
  const isToken = TOKEN.test(token);
  const opened = useQuery({ ...linkedInvitationQuery(token), enabled: isToken && !accept.isSuccess });
  const error = accept.error ?? opened.error;
  const failure = error ? readFailure(error) : null;
  const isGone = !isToken || (failure?.kind === 'refused' && failure.status === 404);
  const invitation = opened.data;
  const name = (language === 'en' && user.full_name_en) || user.full_name;
  usePageTitle(words.title);
  useEffect(() => {
    if (accept.isSuccess || accept.isError) outcome.current?.focus();
  }, [accept.isSuccess, accept.isError]);

  return (
    <div className={pageStyle.page}>
      <header className={headStyle.head}>
        <PageHeading>{words.title}</PageHeading>
        {accept.data || isGone || !invitation ? null : (
          <p className={classes.lead}>{words.lead(name, invitation.organisation)}</p>
        )}
      </header>
      <div className={pageStyle.sections}>
        {accept.data ? (
          <section className={classes.outcome} data-testid="invitation-accepted">
            <h2 ref={outcome} tabIndex={-1}>
              {words.acceptedTitle(accept.data.name, words.roles[accept.data.my_role])}
            </h2>
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
          <Loaded query={opened} source="platform" lines={4}>
            {(found) => (
              <Section id="means" title={words.meansHeading}>
                <dl className={classes.facts}>
                  <dt>{words.organisation}</dt>
                  <dd>{found.organisation}</dd>
                  {found.reg_no ? (
                    <>
                      <dt>{words.regNo}</dt>
                      <dd>{found.reg_no}</dd>
                    </>
                  ) : null}
                  <dt>{words.role}</dt>
                  <dd>{words.roles[found.role]}</dd>
                </dl>
                {found.verified ? null : <p className={classes.warning}>{words.unproven}</p>}
                <ul className={classes.means}>
                  {words.means[found.role].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
                <h3 className={classes.care}>{words.careHeading}</h3>
                <p>{words.care}</p>
                <ActionFailure error={accept.error} />
                <div className={formStyle.actions}>
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
          </Loaded>
        )}
      </div>
    </div>
  );
}
