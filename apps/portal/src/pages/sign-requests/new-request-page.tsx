import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SIGN_REQUESTS_KEY, type SignRequestBody, sendRequest } from '../../api/sign-requests.ts';
import { ChoosePdf } from '../../features/signing/choose-pdf.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { BackLink } from '../../ui/page/found-page.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { newRequestWords } from './new-words.ts';
import { RequestForm } from './request-form.tsx';

export function NewRequestPage() {
  const words = usePageWords(newRequestWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const send = useMutation({
    mutationFn: (given: { file: File; body: SignRequestBody }) => sendRequest(given, setShare),
    onMutate: () => setShare(0),
    onSuccess: async ({ id }) => {
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
              setFile(null);
            }}
            onSend={(body) => send.mutate({ file, body })}
          />
        ) : (
          <ChoosePdf offersSpace onChosen={setFile} />
        )}
      </div>
    </div>
  );
}
