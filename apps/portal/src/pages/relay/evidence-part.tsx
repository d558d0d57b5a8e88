import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { readEvidence } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Section } from '../../ui/page/section.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { requestWords } from './request-words.ts';

export function EvidencePart({ id }: { id: string }) {
  const words = usePageWords(requestWords);
  const save = useMutation({
    mutationFn: async () => {
      const evidence = await readEvidence(id);
      downloadFile(`relay-evidence-${id}.json`, JSON.stringify(evidence, null, 2), 'application/json');
    },
  });
  return (
    <Section id="evidence" title={words.evidence} lead={words.evidenceLead}>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={save.isPending}
          data-testid="evidence"
          onClick={() => save.mutate()}
        >
          {words.download}
        </Button>
      </div>
      <Done testId="evidence-saved">{save.isSuccess ? words.downloaded : null}</Done>
      <ActionFailure error={save.error} />
    </Section>
  );
}
