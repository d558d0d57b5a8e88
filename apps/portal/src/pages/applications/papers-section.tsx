import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import {
  type Application,
  type Paper,
  paperPath,
  papersQuery,
  paperUploadPath,
  removePaper,
} from '../../api/gov.ts';
import { upload } from '../../api/upload.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../profile/parts/answer.tsx';
import { ConfirmDialog } from '../profile/parts/confirm-dialog.tsx';
import parts from '../profile/parts/parts.module.css';
import { focusSection, Section } from '../profile/parts/section.tsx';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import { ChooseFiles } from '../service/paper-picker.tsx';
import { formatSize } from '../service/papers.ts';
import files from '../service/service.module.css';
import classes from './applications.module.css';
import { isOpen } from './clock.ts';
import { applicationWords } from './words.ts';

export function PapersSection({ application }: { application: Application }) {
  const { papers: words, codes } = usePageWords(applicationWords);
  const explain = useExplanation('platform', codes);
  const client = useQueryClient();
  const query = useQuery(papersQuery(application.id));
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [lost, setLost] = useState<string[]>([]);
  const [said, setSaid] = useState('');
  const [removing, setRemoving] = useState<Paper | null>(null);
  const canChange = isOpen(application) && application.status !== 'submitted';

  const add = useMutation({
    mutationFn: async (chosen: File[]) => {
      const failed: string[] = [];
      for (const file of chosen) {
        const tell = (share: number) => setSending({ name: file.name, share });
        tell(0);
        try {
          await upload<Paper>(paperUploadPath(application.id, file.name), file, tell);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          failed.push(words.lost(file.name, explain(error)));
        }
      }
      return { failed, added: chosen.length - failed.length };
    },
    onMutate: () => {
      setLost([]);
      setSaid('');
    },
    onSuccess: ({ failed, added }) => {
      setLost(failed);
      if (added > 0) setSaid(words.added(added));
    },
    onSettled: () => {
      setSending(null);
      return client.invalidateQueries({ queryKey: papersQuery(application.id).queryKey });
    },
  });
  const remove = useMutation({
    mutationFn: (paper: Paper) => removePaper(application.id, paper.id),
    onSuccess: async (_, paper) => {
      setRemoving(null);
      setSaid(words.removed(paper.name));
      await client.invalidateQueries({ queryKey: papersQuery(application.id).queryKey });
      focusSection('papers');
    },
  });
  // What is issued by itself asks for no papers, and holds none.
  if (!canChange && query.data?.total === 0) return null;

  return (
    <Section id="papers" title={words.heading} lead={canChange ? words.lead : words.closed}>
      <p role="status" className={parts.said}>
        {said}
      </p>
      <Answer query={query} source="platform" lines={2}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <p className={parts.quiet}>{words.none}</p>
            ) : (
              <ul className={files.files}>
                {items.map((paper) => (
                  <li key={paper.id} data-testid="paper">
                    <IconDownload size={20} stroke={1.6} aria-hidden="true" />
                    <a
                      className={classes.fileLink}
                      href={paperPath(application.id, paper.id)}
                      aria-label={words.download(paper.name)}
                    >
                      {paper.name}
                    </a>
                    <span className={parts.quiet}>{formatSize(paper.size_bytes)}</span>
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
                  </li>
                ))}
              </ul>
            )}
            {sending ? (
              <div className={parts.block}>
                <p className={parts.quiet}>{words.sending(sending.name)}</p>
                <progress
                  className={files.progress}
                  value={sending.share}
                  max={1}
                  aria-label={sending.name}
                />
              </div>
            ) : null}
            {lost.length > 0 ? (
              <ul role="alert" className={files.paperFaults}>
                {lost.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ) : null}
            {canChange ? (
              <ChooseFiles
                already={items.length}
                isDisabled={add.isPending}
                onChosen={(chosen) => add.mutate(chosen)}
              />
            ) : null}
          </>
        )}
      </Answer>
      <ConfirmDialog
        opened={removing !== null}
        title={removing ? words.removeTitle(removing.name) : ''}
        confirmLabel={words.removeYes}
        isPending={remove.isPending}
        failure={remove.error ? explain(remove.error) : null}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </Section>
  );
}
