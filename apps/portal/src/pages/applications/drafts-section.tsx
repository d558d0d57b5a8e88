import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { type DraftOfService, draftsQuery, dropDraft, forgetDraft } from '../../api/gov.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import layoutStyle from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Done, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { draftWords } from './draft-words.ts';
import { EndedDraft } from './ended-draft.tsx';

/** Unsent drafts with a link to continue; renders nothing without drafts. */
export function DraftsSection() {
  const words = usePageWords(draftWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const query = useQuery(draftsQuery);
  const [asked, setAsked] = useState<DraftOfService | null>(null);
  const [said, setSaid] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  const drop = useMutation({
    mutationFn: (draft: DraftOfService) => dropDraft(draft.service_id),
    onSuccess: (_, draft) => {
      forgetDraft(client, draft.service_id);
      setAsked(null);
      setSaid(words.dropped(draft.service_name));
      // The button disappeared with its row, and the section with its last row.
      message.current?.focus();
    },
  });
  // Most people have none, so there is no placeholder; but a failed load is reported.
  const isShown = query.data ? query.data.items.length > 0 : query.errorUpdateCount > 0;
  return (
    <>
      <Done ref={message} testId="drafts-said">
        {said}
      </Done>
      {isShown ? (
        <Section id="drafts" title={words.heading} lead={words.lead}>
          <Loaded query={query} source="platform" lines={2}>
            {({ items }) => (
              <ul className={layoutStyle.list}>
                {items.map((draft) => (
                  <DraftRow
                    key={draft.service_id}
                    draft={draft}
                    onDrop={() => {
                      drop.reset();
                      setSaid('');
                      setAsked(draft);
                    }}
                  />
                ))}
              </ul>
            )}
          </Loaded>
        </Section>
      ) : null}
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.dropTitle}
        action={words.drop}
        isPending={drop.isPending}
        failure={<Failed text={drop.error ? explain(drop.error) : null} />}
        onConfirm={() => asked && drop.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{asked ? words.dropText(asked.service_name) : null}</p>
      </ConfirmDialog>
    </>
  );
}

function DraftRow({ draft, onDrop }: { draft: DraftOfService; onDrop(): void }) {
  const { language } = useLanguage();
  const words = usePageWords(draftWords);
  const [isShown, setIsShown] = useState(false);
  return (
    <li className={layoutStyle.item} data-testid="draft">
      <div>
        <h3>{draft.service_name}</h3>
        <p className={textStyle.quiet}>{words.saved(formatDateTime(draft.updated_at, language))}</p>
        {draft.is_offered ? null : <p data-testid="draft-ended">{words.ended}</p>}
      </div>
      <div className={formStyle.actions}>
        {draft.is_offered ? (
          <Button
            component={Link}
            to={`/services/${draft.passport_id}/apply`}
            variant="default"
            size="sm"
            aria-label={words.goOnLabel(draft.service_name)}
            data-testid="draft-go-on"
          >
            {words.goOn}
          </Button>
        ) : (
          <Button
            variant="default"
            size="sm"
            aria-expanded={isShown}
            aria-label={words.showLabel(draft.service_name)}
            data-testid="draft-show"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? words.hide : words.show}
          </Button>
        )}
        <Button
          variant="subtle"
          size="sm"
          aria-label={words.dropLabel(draft.service_name)}
          data-testid="draft-drop"
          onClick={onDrop}
        >
          {words.drop}
        </Button>
      </div>
      {isShown ? (
        <div className={layoutStyle.below}>
          <EndedDraft serviceId={draft.service_id} />
        </div>
      ) : null}
    </li>
  );
}
