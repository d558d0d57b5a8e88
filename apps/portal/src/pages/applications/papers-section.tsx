import { IconDownload, IconTrash } from '@tabler/icons-react';
import { listAskedSlots } from '@tamga/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { applicationFactsQuery } from '../../api/facts.ts';
import {
  type Application,
  type Paper,
  paperPath,
  papersOf,
  papersQuery,
  removePaper,
  serviceFormQuery,
} from '../../api/gov.ts';
import classes from '../../features/applications/applications.module.css';
import { isOpen } from '../../features/applications/clock.ts';
import { FactAnswer } from '../../features/facts/fact-answer.tsx';
import { ChooseFiles } from '../../features/papers/choose-files.tsx';
import { PaperSlots } from '../../features/papers/paper-slots.tsx';
import { canOpen, PaperState } from '../../features/papers/paper-state.tsx';
import { UploadState, usePaperUpload } from '../../features/papers/paper-upload.tsx';
import files from '../../features/papers/papers.module.css';
import { readPayload } from '../../features/service-form/answers.ts';
import type { Faults } from '../../features/service-form/check-answers.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { Done, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { applicationWords } from './words.ts';

const takesPapers = (application: Application) => isOpen(application) && application.status !== 'submitted';

export function PapersSection({ application }: { application: Application }) {
  const { language } = useLanguage();
  const { papers: words } = usePageWords(applicationWords);
  const query = useQuery(papersQuery(application.id));
  const facts = useQuery(applicationFactsQuery(application.id, language));
  const canChange = takesPapers(application);
  // A certificate that is issued automatically needs no documents.
  if (!canChange && query.data?.total === 0 && !facts.data?.total) return null;
  return (
    <Section id="papers" title={words.heading} lead={canChange ? words.lead : words.closed}>
      <PaperList application={application} />
    </Section>
  );
}

interface PaperListProps {
  application: Application;
  /** Unsent answers, which may require other documents than the sent ones. */
  answers?: Readonly<Record<string, unknown>> | null;
  faults?: Faults;
}

/** The documents, which can be added and removed while the application is open. */
export function PaperList({ application, answers, faults }: PaperListProps) {
  const { language } = useLanguage();
  const { papers: words } = usePageWords(applicationWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const query = useQuery(papersQuery(application.id));
  const form = useQuery(serviceFormQuery(application));
  const facts = useQuery(applicationFactsQuery(application.id, language));
  const slots = listAskedSlots(form.data ?? null, answers ?? readPayload(application.payload));
  const [said, setSaid] = useState('');
  const [removing, setRemoving] = useState<Paper | null>(null);
  const canChange = takesPapers(application);
  const refresh = () => client.invalidateQueries({ queryKey: papersQuery(application.id).queryKey });
  const uploads = usePaperUpload({
    target: papersOf(application.id),
    onSettled: () => {
      setSaid('');
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (paper: Paper) => removePaper(application.id, paper.id),
    onSuccess: async (_, paper) => {
      setRemoving(null);
      setSaid(words.removed(paper.name));
      await refresh();
      focusSection('papers');
    },
  });

  const renderFiles = (shown: readonly Paper[]) => (
    <ul className={files.files}>
      {shown.map((paper) => (
        <li key={paper.id} data-testid="paper">
          <IconDownload size={20} stroke={1.6} aria-hidden="true" />
          {canOpen(paper, 'applicant') ? (
            <a
              className={classes.fileLink}
              href={paperPath(application.id, paper.id)}
              aria-label={words.download(paper.name)}
            >
              {paper.name}
            </a>
          ) : (
            <span className={files.fileName}>{paper.name}</span>
          )}
          <span className={files.fileSize}>{formatSize(paper.size_bytes, language)}</span>
          {canChange ? (
            <button
              type="button"
              className={files.fileRemove}
              aria-label={words.remove(paper.name)}
              onClick={() => {
                remove.reset();
                setRemoving(paper);
              }}
            >
              <IconTrash size={18} aria-hidden="true" />
            </button>
          ) : null}
          <PaperState paper={paper} reader="applicant" />
        </li>
      ))}
    </ul>
  );

  return (
    <>
      <Done>{said}</Done>
      <Loaded query={query} source="platform" lines={2}>
        {({ items }) =>
          slots.length > 0 ? (
            <>
              <UploadState uploads={uploads} />
              <PaperSlots
                slots={slots}
                papers={items}
                {...(faults ? { faults } : {})}
                canChange={canChange}
                isDisabled={uploads.isPending}
                onChosen={uploads.send}
                renderFiles={renderFiles}
                renderFetched={({ key }) => {
                  const fact = facts.data?.items.find(({ slot }) => slot === key);
                  return fact ? <FactAnswer fact={fact} /> : null;
                }}
              />
            </>
          ) : (
            <>
              {items.length === 0 ? <p className={textStyle.quiet}>{words.none}</p> : renderFiles(items)}
              <UploadState uploads={uploads} />
              {canChange ? (
                <ChooseFiles already={items.length} isDisabled={uploads.isPending} onChosen={uploads.send} />
              ) : null}
            </>
          )
        }
      </Loaded>
      <ConfirmDialog
        isOpen={removing !== null}
        title={removing ? words.removeTitle(removing.name) : ''}
        action={words.removeYes}
        isPending={remove.isPending}
        failure={<Failed text={remove.error ? explain(remove.error) : null} />}
        onConfirm={() => removing && remove.mutate(removing)}
        onCancel={() => setRemoving(null)}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </>
  );
}
