import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFolderPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { keepSigned, SIGNED_DOCUMENTS_KEY, type SignSession, signedPath } from '../../api/signing.ts';
import { LevelNote } from '../../features/signing/level-note.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import factStyle from '../../ui/facts.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './sign.module.css';
import { signWords } from './words.ts';

/** What happened, how strong the signature is, and a copy to keep. */
export function Signed({ session, onAnother }: { session: SignSession; onAnother(): void }) {
  const { language } = useLanguage();
  const { done: words } = usePageWords(signWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const keep = useMutation({
    mutationFn: () => keepSigned(session.session_id),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: SIGNED_DOCUMENTS_KEY });
      // The document has left the session, so going back to it would lead nowhere.
      navigate(`${places['sign-documents'].path}?kept=${id}`, { replace: true });
    },
  });
  const { level, target, shortfall } = session;
  return (
    <section className={classes.done} data-testid="signed">
      <div className={classes.doneHead}>
        <IconCircleCheck size={40} stroke={1.6} aria-hidden="true" />
        <h2 ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
      </div>
      <div className={classes.doneBody}>
        <dl className={factStyle.facts}>
          <div>
            <dt>{words.file}</dt>
            <dd>{session.filename}</dd>
          </div>
          <div>
            <dt>{words.by}</dt>
            <dd>{session.signer_name}</dd>
          </div>
          {session.on_behalf_of_name ? (
            <div>
              <dt>{words.organisation}</dt>
              <dd data-testid="signed-for">{session.on_behalf_of_name}</dd>
            </div>
          ) : null}
          <div>
            <dt>{words.at}</dt>
            <dd>{formatDateTime(session.completed_at, language)}</dd>
          </div>
        </dl>
        {level && target ? (
          <LevelNote level={level} target={target} shortfall={shortfall} isKept={false} />
        ) : null}
        <ActionFailure error={keep.error} />
        <div className={formStyle.actions}>
          <Button
            component="a"
            size="md"
            href={signedPath(session.session_id)}
            download
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            data-testid="download-signed"
          >
            {words.download}
          </Button>
          <Button
            size="md"
            variant="default"
            loading={keep.isPending}
            leftSection={<IconFolderPlus size={18} aria-hidden="true" />}
            data-testid="keep-signed"
            onClick={() => keep.mutate()}
          >
            {words.keep}
          </Button>
          <Button size="md" variant="subtle" data-testid="sign-another" onClick={onAnother}>
            {words.another}
          </Button>
        </div>
        <p className={`${textStyle.quiet} ${textStyle.small}`}>
          {words.until(formatDateTime(session.expires_at, language))}
        </p>
      </div>
    </section>
  );
}
