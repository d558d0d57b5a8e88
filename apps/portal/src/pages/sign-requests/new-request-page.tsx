import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { SIGN_REQUESTS_KEY, type SignRequestBody, sendRequest } from '../../api/sign-requests.ts';
import { dropUnsentFile, keepUnsentFile, listUnsentFiles } from '../../api/unsent-files.ts';
import { ChoosePdf } from '../../features/signing/choose-pdf.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { useSession } from '../../shell/signed-in.tsx';
import { BackLink } from '../../ui/page/found-page.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { newRequestWords } from './new-words.ts';
import { RequestForm } from './request-form.tsx';

const TARGET = 'sign-request';

export function NewRequestPage() {
  const words = usePageWords(newRequestWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const kept = { id: `${TARGET}:${user.id}`, owner: user.id, target: TARGET, slot: null };
  const [file, setFile] = useState<File | null>(null);
  // The document comes back with the text about it.
  useEffect(() => {
    listUnsentFiles(user.id, TARGET).then(
      ([found]) => setFile((chosen) => chosen ?? found?.file ?? null),
      () => undefined,
    );
  }, [user.id]);
  // Where the browser stores nothing, only the page has the document.
  const drop = () => dropUnsentFile(kept.id).catch(() => undefined);
  const choose = (chosen: File) => {
    setFile(chosen);
    keepUnsentFile({ ...kept, file: chosen }).catch(() => undefined);
  };
  const [share, setShare] = useState(0);
  const send = useMutation({
    mutationFn: (given: { file: File; body: SignRequestBody }) => sendRequest(given, setShare),
    onMutate: () => setShare(0),
    onSuccess: async ({ id }) => {
      await drop();
      await client.invalidateQueries({ queryKey: SIGN_REQUESTS_KEY });
      navigate(`${places['sign-requests'].path}/${id}?sent=1`, { replace: true });
    },
  });
  return (
    <div className={pageStyle.page}>
      <BackLink to={places['sign-requests'].path}>{words.back}</BackLink>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        {file ? (
          <RequestForm
            file={file}
            share={send.isPending ? share : null}
            error={send.error}
            onChange={send.reset}
            onOther={() => {
              send.reset();
              void drop();
              setFile(null);
            }}
            onSend={(body) => send.mutate({ file, body })}
          />
        ) : (
          <ChoosePdf offersSpace onChosen={choose} />
        )}
      </div>
    </div>
  );
}
