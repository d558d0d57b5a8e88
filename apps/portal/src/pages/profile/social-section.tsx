import { Button } from '@mantine/core';
import { IconLink, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SocialLink, socialLinkQuery, unlinkSocial } from '../../api/social.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { leaveTo } from '../../shell/leave.ts';
import { useSession } from '../../shell/signed-in.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { EmptyState, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { profileWords } from './words.ts';

/** The linked social account that signs the person in without eID, and a button to unlink it. */
export function SocialSection() {
  const { social: words } = usePageWords(profileWords);
  const { user } = useSession();
  const query = useQuery(socialLinkQuery);
  const isFixed = user.role === 'superadmin';
  return (
    <Section id="social" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="platform" lines={2}>
        {(link) =>
          link.linked ? (
            <Linked link={link} />
          ) : (
            <EmptyState
              icon={<IconLink size={30} stroke={1.5} />}
              title={isFixed ? words.fixed : words.empty}
            >
              {isFixed ? words.fixedText : link.provider === null ? words.notOffered : words.emptyText}
            </EmptyState>
          )
        }
      </Loaded>
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
    // Unlinking ends the session; this address clears its cookies and asks for eID.
    onSuccess: () => leaveTo('/api/auth/expired?next=%2Fprofile'),
  });
  const since = formatDate(link.linked_at ?? '', language);
  return (
    <>
      <ul className={rowStyle.rows}>
        <li className={rowStyle.row} data-testid="social-link">
          <IconUserCircle size={24} stroke={1.6} aria-hidden="true" />
          <div className={rowStyle.rowText}>
            <p className={rowStyle.rowTitle}>{link.email_masked || words.account}</p>
            <p className={textStyle.quiet}>
              {[link.provider, since && words.since(since)].filter(Boolean).join(' · ')}
            </p>
          </div>
        </li>
      </ul>
      <div className={formStyle.actions}>
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
        isOpen={isAsked}
        title={words.unlinkTitle}
        action={words.unlink}
        isPending={unlink.isPending || unlink.isSuccess}
        failure={<Failed text={unlink.error ? explain(unlink.error) : null} />}
        onConfirm={() => unlink.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.unlinkText}</p>
        <p>{words.unlinkEffect}</p>
      </ConfirmDialog>
    </>
  );
}
