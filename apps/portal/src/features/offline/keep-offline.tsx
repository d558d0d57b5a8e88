import { Button } from '@mantine/core';
import { IconDeviceMobile, IconDeviceMobileOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  canKeep,
  dropDocument,
  keepDocument,
  keptDocumentsQuery,
  TooManyKept,
} from '../../api/kept-documents.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { Done, Failed } from '../../ui/states/states.tsx';
import { offlineWords } from './words.ts';

/** Keeps a PDF in this browser, for moments without a connection, or removes it again. */
export function KeepOffline({ source, title }: { source: string; title: string }) {
  const words = usePageWords(offlineWords);
  const { user } = useSession();
  const client = useQueryClient();
  const { data: kept } = useQuery(keptDocumentsQuery);
  const isKept = kept?.some((document) => document.source === source) ?? false;
  const change = useMutation({
    mutationFn: () => (isKept ? dropDocument(source) : keepDocument(user.id, source, title)),
    onSettled: () => client.invalidateQueries({ queryKey: keptDocumentsQuery.queryKey }),
  });
  if (!canKeep()) return null;
  const label = isKept ? words.drop : words.keep;
  const Icon = isKept ? IconDeviceMobileOff : IconDeviceMobile;
  return (
    <>
      <Button
        variant="default"
        loading={change.isPending}
        leftSection={<Icon size={18} aria-hidden="true" />}
        aria-label={`${label}: ${title}`}
        data-testid="keep-offline"
        data-kept={isKept}
        onClick={() => change.mutate()}
      >
        {label}
      </Button>
      <Done testId="kept-offline">{change.isSuccess && isKept ? `${words.kept}. ${words.hint}` : null}</Done>
      <Failed
        text={change.error ? (change.error instanceof TooManyKept ? words.tooMany : words.failed) : null}
      />
    </>
  );
}
