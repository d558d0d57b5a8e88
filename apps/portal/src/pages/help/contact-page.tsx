import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { supportCasesCreateBody, supportContactBody } from '../../api/generated/bodies.ts';
import { buildLoginPath } from '../../api/safe-next.ts';
import { optionalSessionQuery } from '../../api/session.ts';
import { CASE_TOPICS, contactAsVisitor, OWN_CASES_KEY, openSupportCase } from '../../api/support.ts';
import { caseWords } from '../../features/support/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import noteStyle from '../../ui/note.module.css';
import { BackLink } from '../../ui/page/found-page.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { contactWords } from './contact-words.ts';
import classes from './help.module.css';
import { helpWords } from './words.ts';

interface Sent {
  number: string;
  /** Absent for a visitor. */
  id?: string;
}

export function ContactPage() {
  const words = usePageWords(contactWords);
  const { back } = usePageWords(helpWords);
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  const client = useQueryClient();
  const isVisitor = !session;
  const send = useMutation({
    mutationFn: ({ email, ...body }: ContactBody): Promise<Sent> =>
      isVisitor ? contactAsVisitor({ ...body, email: email ?? '' }) : openSupportCase(body),
    onSuccess: () => client.invalidateQueries({ queryKey: OWN_CASES_KEY }),
  });
  if (isPending) return <Loading />;
  return (
    <div className={classes.page}>
      <BackLink to="/help">{back}</BackLink>
      <PageHead title={words.title} lead={words.lead} />
      {send.data ? (
        <Receipt sent={send.data} />
      ) : (
        <>
          <div className={classes.before}>
            <p>
              {words.first} <Link to="/help">{words.help}</Link>
            </p>
            {isVisitor ? (
              <p className={noteStyle.note}>
                {words.signIn} <Link to={buildLoginPath('/help/contact')}>{words.signInLink}</Link>
              </p>
            ) : null}
          </div>
          <ContactForm
            isVisitor={isVisitor}
            error={send.error}
            isPending={send.isPending}
            onSend={send.mutate}
          />
        </>
      )}
    </div>
  );
}

interface ContactBody {
  topic: (typeof CASE_TOPICS)[number];
  text: string;
  page?: string;
  email?: string;
}

interface ContactFormProps {
  isVisitor: boolean;
  error: unknown;
  isPending: boolean;
  onSend(body: ContactBody): void;
}

function ContactForm({ isVisitor, error, isPending, onSend }: ContactFormProps) {
  const words = usePageWords(contactWords);
  const { topics } = usePageWords(caseWords);
  const [query] = useSearchParams();
  const form = useBodyForm({
    schema: isVisitor ? supportContactBody : supportCasesCreateBody,
    keepAs: 'contact',
    initial: {
      topic: CASE_TOPICS.find((topic) => topic === query.get('topic')) ?? '',
      text: '',
      page: readPage(query.get('page') ?? ''),
      email: '',
    },
    toBody: ({ topic, text, page, email }): ContactBody => ({
      // An empty choice is refused by the schema.
      topic: topic as ContactBody['topic'],
      text: text.trim(),
      ...(page.trim() === '' ? {} : { page: readPage(page.trim()) }),
      ...(isVisitor ? { email: email.trim() } : {}),
    }),
    hints: { topic: words.topicHint, page: words.pageFault },
    onSend,
    error,
    isPending,
  });
  return (
    <form className={formStyle.narrow} onSubmit={form.send} noValidate data-testid="contact-form">
      <RestoredNote form={form} />
      <ErrorSummary
        errors={form.faults}
        labels={{ topic: words.topic, text: words.text, page: words.page, email: words.email }}
      />
      <NativeSelect
        {...form.field('topic')}
        label={words.topic}
        data={[
          { value: '', label: words.choose },
          ...CASE_TOPICS.map((value) => ({ value, label: topics[value] })),
        ]}
      />
      <Textarea
        {...form.field('text')}
        label={words.text}
        description={words.textHint}
        autosize
        minRows={5}
        maxRows={16}
      />
      <TextInput {...form.field('page')} label={words.page} description={words.pageHint} />
      {isVisitor ? (
        <TextInput
          {...form.field('email')}
          type="email"
          autoComplete="email"
          label={words.email}
          description={words.emailHint}
        />
      ) : null}
      {form.hasFaults ? null : <ActionFailure error={error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={isPending} data-testid="send">
          {words.send}
        </Button>
      </div>
    </form>
  );
}

/** A copied address of this site becomes its path. */
const readPage = (text: string) =>
  text.startsWith(window.location.origin) ? text.slice(window.location.origin.length) : text;

function Receipt({ sent }: { sent: Sent }) {
  const words = usePageWords(contactWords);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form disappeared, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.receipt} aria-labelledby="received" data-testid="received">
      <h2 id="received" ref={heading} tabIndex={-1}>
        <IconCircleCheck size={28} stroke={1.7} aria-hidden="true" />
        {words.done}
      </h2>
      <p className={classes.number}>
        {words.number}: <strong data-testid="case-number">{sent.number}</strong>{' '}
        <CopyButton text={sent.number} label={words.copy} />
      </p>
      <p>{sent.id === undefined ? words.nextVisitor : words.nextOwn}</p>
      <div className={formStyle.actions}>
        {sent.id === undefined ? null : (
          <Button component={Link} to={`/help/cases/${sent.id}`}>
            {words.toCase}
          </Button>
        )}
        <Button component={Link} to="/help" variant="default">
          {words.toHelp}
        </Button>
      </div>
    </section>
  );
}
