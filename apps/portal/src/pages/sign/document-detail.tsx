import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readFile } from '../../api/read-file.ts';
import { type SignedDocument, signedDocumentPath, verifyPdf } from '../../api/signing.ts';
import { KeepOffline } from '../../features/offline/keep-offline.tsx';
import { PdfPages } from '../../features/pdf/pdf-pages.tsx';
import { LevelNote } from '../../features/signing/level-note.tsx';
import { Verdict } from '../../features/signing/verdict.tsx';
import { formatDateTime, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { Detail, Facts } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { documentsWords } from './documents-words.ts';

interface DocumentDetailProps {
  document: SignedDocument;
  onClose(): void;
  onRemove(): void;
}

export function DocumentDetail({ document, onClose, onRemove }: DocumentDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(documentsWords);
  const [isOpen, setIsOpen] = useState(false);
  const path = signedDocumentPath(document.id);
  // Each call fetches the current file: the server may have raised its level meanwhile.
  const check = useMutation({
    mutationFn: async () =>
      verifyPdf(new File([await readFile(path, 'application/pdf')], document.name), () => undefined),
  });
  return (
    <Detail title={document.name} subject={document.id} onClose={onClose}>
      <div className={formStyle.actions}>
        <Button
          component="a"
          href={path}
          download
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          data-testid="download-document"
        >
          {words.download}
        </Button>
        <Button
          variant="default"
          loading={check.isPending}
          leftSection={<IconShieldCheck size={18} aria-hidden="true" />}
          data-testid="verify-document"
          onClick={() => check.mutate()}
        >
          {words.verify}
        </Button>
        {isOpen ? null : (
          <Button
            variant="default"
            leftSection={<IconEye size={18} aria-hidden="true" />}
            data-testid="view-document"
            onClick={() => setIsOpen(true)}
          >
            {words.view}
          </Button>
        )}
        <Button
          className={buttonStyle.dangerOutline}
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          data-testid="remove-document"
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      </div>
      <KeepOffline source={path} title={document.name} />
      <ActionFailure error={check.error} />
      {check.data ? <Verdict name={document.name} result={check.data} /> : null}
      <LevelNote level={document.level} target={document.target} shortfall={document.shortfall} isKept />
      {isOpen ? <PdfPages name={document.name} source={path} /> : null}
      <Facts
        items={[
          [words.signedAt, formatDateTime(document.signed_at, language)],
          [words.keptSince, formatDateTime(document.created_at, language)],
          [words.size, formatSize(document.size, language)],
        ]}
      />
    </Detail>
  );
}
