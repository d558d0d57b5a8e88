import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { markSessionEnded } from '../../api/session.ts';
import {
  requestCheckQuery,
  requestDocumentPath,
  SIGN_REQUESTS_KEY,
  type SignRequest,
  signAsParty,
  signRequestQuery,
} from '../../api/sign-requests.ts';
import { type Mark, SIGNED_DOCUMENTS_KEY } from '../../api/signing.ts';
import { PdfPages } from '../../features/pdf/pdf-pages.tsx';
import type { LoadedPdf } from '../../features/pdf/use-pdf.ts';
import { MarkPlacer } from '../../features/signing/mark-placer.tsx';
import { PdfWarnings } from '../../features/signing/pdf-warnings.tsx';
import { PhoneConfirm } from '../../features/signing/phone-confirm.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { useSession } from '../../shell/signed-in.tsx';
import noteStyle from '../../ui/note.module.css';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Done } from '../../ui/states/states.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestParties } from './request-parties.tsx';
import { requestWords } from './request-words.ts';
import { SenderActions } from './sender-actions.tsx';
import { SignActions } from './sign-actions.tsx';
import classes from './sign-requests.module.css';
import { stackedPlace } from './stacked-place.ts';

export function RequestPage() {
  const { id = '' } = useParams();
  const words = usePageWords(requestWords);
  const query = useQuery(signRequestQuery(id));
  return (
    <FoundPage query={query} backTo={places['sign-requests'].path} words={words.page}>
      {(request) => <Opened request={request} />}
    </FoundPage>
  );
}

/** The running signing is in the address, so that a reload returns to it. */
function Opened({ request }: { request: SignRequest }) {
  const { language } = useLanguage();
  const words = usePageWords(requestWords);
  const client = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const [mark, setMark] = useState<Mark>('default');
  const [done, setDone] = useState(address.has('sent') ? words.done.sent : '');
  const sessionId = address.get('session');
  const running = request.session_id;
  useEffect(() => {
    if (running !== undefined && sessionId === null) setAddress({ session: running }, { replace: true });
  }, [running, sessionId, setAddress]);
  const refresh = () => client.invalidateQueries({ queryKey: SIGN_REQUESTS_KEY });
  const begin = useMutation({
    mutationFn: (chosen: Mark) => signAsParty(request.id, { party: request.sign_as ?? '', mark: chosen }),
    onSuccess: ({ session_id }) => setAddress({ session: session_id }, { replace: true }),
    onError: (error) => {
      if (readFailure(error).kind === 'unauthorized') markSessionEnded(client);
      // Somebody else was faster, or the request was closed.
      return refresh();
    },
  });
  const leave = async (said: string) => {
    begin.reset();
    setDone(said);
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: SIGNED_DOCUMENTS_KEY })]);
    setAddress({}, { replace: true });
  };

  return (
    <>
      <PageHead
        title={request.title}
        lead={
          request.is_sender
            ? words.leadMine(formatDateTime(request.deadline, language))
            : words.lead(request.sender_name, formatDateTime(request.deadline, language))
        }
      />
      {request.message === '' ? null : (
        <blockquote className={`${noteStyle.note} ${classes.said}`} data-testid="request-message">
          {request.message}
        </blockquote>
      )}
      <Done testId="request-done">{done}</Done>
      {request.state === 'open' ? null : (
        <p
          className={noteStyle.note}
          data-tone={request.state === 'completed' ? 'good' : 'warn'}
          data-testid="request-end"
        >
          {words.ends[request.state]}
        </p>
      )}
      {sessionId === null ? (
        <div className={classes.work}>
          <Document request={request} mark={mark} onMark={setMark}>
            {(pdf) => (
              <SignActions
                request={request}
                isReady={pdf !== null}
                isPending={begin.isPending}
                error={begin.error}
                onSign={(change) => begin.mutate(change ?? mark)}
                onDeclined={refresh}
              />
            )}
          </Document>
        </div>
      ) : (
        <PhoneConfirm
          key={sessionId}
          sessionId={sessionId}
          onSigned={() => leave(words.done.signed)}
          onAgain={request.sign_as === undefined ? undefined : () => begin.mutate(mark)}
          isStartingAgain={begin.isPending}
          failure={begin.error}
          onBack={() => leave('')}
        >
          <PdfWarnings warnings={begin.data?.warnings ?? []} />
        </PhoneConfirm>
      )}
    </>
  );
}

interface DocumentProps {
  request: SignRequest;
  mark: Mark;
  onMark(mark: Mark): void;
  children(pdf: LoadedPdf | null): React.ReactNode;
}

/** The whole document, with the mark if the person can sign now; what can be done stands beside it. */
function Document({ request, mark, onMark, children }: DocumentProps) {
  const words = usePageWords(requestWords);
  const { user } = useSession();
  const [pdf, setPdf] = useState<LoadedPdf | null>(null);
  const source = requestDocumentPath(request);
  const check = useQuery({ ...requestCheckQuery(request), enabled: request.sign_as !== undefined });
  const warnings = [...new Set([...(pdf?.warnings ?? []), ...(check.data?.warnings ?? [])])];
  const party = request.parties.find(({ id }) => id === request.sign_as);
  const name =
    user.full_name_en && user.full_name_en !== user.full_name
      ? `${user.full_name} · ${user.full_name_en}`
      : user.full_name;
  const slot = (party?.place ?? 1) - 1;
  const shown = mark === 'default' && pdf && slot > 0 ? stackedPlace(pdf, slot) : mark;
  return (
    <>
      <div>
        {!request.has_document ? (
          <p className={noteStyle.note}>{words.noDocument}</p>
        ) : party ? (
          <MarkPlacer
            name={request.filename}
            source={source}
            mark={shown}
            lines={party.kind === 'organisation' && party.name !== '' ? [name, party.name] : [name]}
            onChange={onMark}
            onReady={setPdf}
          />
        ) : (
          <PdfPages name={request.filename} source={source} />
        )}
      </div>
      <div className={classes.side}>
        {children(pdf)}
        <PdfWarnings warnings={warnings} />
        <SenderActions request={request} />
        <Section id="parties" title={words.parties}>
          <RequestParties request={request} />
        </Section>
        <Section id="about" title={words.about}>
          <RequestFacts request={request} />
        </Section>
      </div>
    </>
  );
}
