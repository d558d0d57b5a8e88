import { Button } from '@mantine/core';
import { IconLink, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SocialLink, socialLinkQuery, unlinkSocial } from '../../api/social.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { leaveTo } from '../../shell/leave.ts';
import { useSession } from '../../shell/signed-in.tsx';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import parts from '../../ui/parts.module.css';
import { Empty, Section } from '../../ui/section.tsx';
import { useExplanation } from '../../ui/use-explanation.ts';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

/** The account elsewhere that opens this one without eID, and the way to be rid of it. */
export function SocialSection() {
  const { social: words } = usePageWords(profileWords);
  const { user } = useSession();
  const query = useQuery(socialLinkQuery);
  const isFixed = user.role === 'superadmin';
  return (
    <Section id="social" title={words.heading} lead={words.lead}>
      <Answer query={query} source="platform" lines={2}>
        {(link) =>
          link.linked ? (
            <Linked link={link} />
          ) : (
            <Empty
              icon={<IconLink size={30} stroke={1.5} />}
              title={isFixed ? words.fixed : words.empty}
              text={isFixed ? words.fixedText : link.provider === null ? words.notOffered : words.emptyText}
            />
          )
        }
      </Answer>
    </Section>
  );
}

function Linked({ link }: { link: SocialLink }) {
  const { language } = useLanguage();
  const { social: words } = usePageWords(profileWords);
  const explain = useExplanation('platform');
  const [isAsked, setIsAsked] = useState(false);
  const unlink = useMutation({
    mutationFn: unlinkSocial,
    // The session has ended with the link; this address clears its cookies and asks for the eID.
    onSuccess: () => leaveTo('/api/auth/expired?next=%2Fprofile'),
  });
  const since = formatDate(link.linked_at ?? '', language);
  return (
    <>
      <ul className={classes.rows}>
        <li className={classes.row} data-testid="social-link">
          <IconUserCircle size={24} stroke={1.6} aria-hidden="true" />
          <div className={classes.rowText}>
            <p className={classes.rowTitle}>{link.email_masked || words.account}</p>
            <p className={parts.quiet}>
              {[link.provider, since && words.since(since)].filter(Boolean).join(' · ')}
            </p>
          </div>
        </li>
      </ul>
      <div className={parts.actions}>
        <Button
          variant="default"
          data-testid="social-unlink"
          onClick={() => {
            unlink.reset();
            setIsAsked(true);
          }}
        >
          {words.unlink}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsked}
        title={words.unlinkTitle}
        confirmLabel={words.unlink}
        isPending={unlink.isPending || unlink.isSuccess}
        failure={unlink.error ? explain(unlink.error) : null}
        onConfirm={() => unlink.mutate()}
        onClose={() => setIsAsked(false)}
      >
        <p>{words.unlinkText}</p>
        <p>{words.unlinkEffect}</p>
      </ConfirmDialog>
    </>
  );
}
