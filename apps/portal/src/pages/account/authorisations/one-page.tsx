import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type Authorisation, authorisationQuery, evidencePath } from '../../../api/authorisations.ts';
import { formatDate, formatDateTime } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { places } from '../../../shell/places.ts';
import factStyle from '../../../ui/facts.module.css';
import { FoundPage } from '../../../ui/page/found-page.tsx';
import pageStyle from '../../../ui/page/page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { Answer, End } from './answer.tsx';
import classes from './authorisations.module.css';
import { StateBadge } from './state-badge.tsx';
import { authorisationWords } from './words.ts';

export function AuthorisationPage() {
  const { id = '' } = useParams();
  const { language } = useLanguage();
  const words = usePageWords(authorisationWords);
  const query = useQuery(authorisationQuery(id, language));
  return (
    <FoundPage query={query} backTo={places.authorisations.path} words={words.one}>
      {(one) => <Opened one={one} />}
    </FoundPage>
  );
}

function Opened({ one }: { one: Authorisation }) {
  const words = usePageWords(authorisationWords);
  const [address] = useSearchParams();
  const [done, setDone] = useState<keyof typeof words.done | null>(address.has('given') ? 'given' : null);
  const isGiven = one.direction === 'given';
  const { grantor, receiver } = one;
  const given =
    grantor.kind === 'person'
      ? words.titleGiven(receiver.name)
      : words.titleOrganisation(receiver.name, grantor.name);
  const title = isGiven ? given : words.titleReceived(grantor.name);
  return (
    <>
      <PageHead
        title={title}
        lead={isGiven ? words.leadGiven : words.leadReceived}
        action={<StateBadge one={one} />}
      />
      <div className={classes.notOnPaper}>
        <Done testId="authorisation-done">{done === null ? '' : words.done[done]}</Done>
      </div>
      <div className={pageStyle.sections}>
        {one.state === 'offered' && !isGiven ? <Answer one={one} onDone={setDone} /> : null}
        <Section id="about" title={words.about}>
          <Facts one={one} />
        </Section>
        {one.text === '' ? null : (
          <Section id="text" title={words.text}>
            <p className={classes.said} data-testid="signed-text">
              {one.text}
            </p>
            {one.has_evidence ? (
              <p className={`${textStyle.quiet} ${classes.notOnPaper}`}>{words.evidenceText}</p>
            ) : null}
            <div className={`${classes.actions} ${classes.notOnPaper}`}>
              <Button
                component="a"
                variant="default"
                href={evidencePath(one.id)}
                download
                leftSection={<IconDownload size={18} aria-hidden="true" />}
                data-testid="download-evidence"
              >
                {words.evidence}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} aria-hidden="true" />}
                data-testid="print"
                onClick={() => window.print()}
              >
                {words.print}
              </Button>
            </div>
          </Section>
        )}
        <End one={one} onDone={setDone} />
      </div>
    </>
  );
}

function Facts({ one }: { one: Authorisation }) {
  const { language } = useLanguage();
  const words = usePageWords(authorisationWords);
  const { grantor, receiver } = one;
  const moment = (name: string, time: string | undefined): [string, string[]][] =>
    time === undefined ? [] : [[name, [formatDateTime(time, language)]]];
  const rows: [string, string[]][] = [
    [
      words.grantor,
      [grantor.name, ...(grantor.representative ? [words.signedBy(grantor.representative)] : [])],
    ],
    [words.receiver, [`${receiver.name} (${receiver.register_number})`]],
    [words.what, [one.purposes.map((purpose) => words.purposes[purpose]).join(', ')]],
    [words.services, one.services?.map(({ name }) => name) ?? [words.allServices]],
    [words.time, [words.days(formatDate(one.from, language), formatDate(one.until, language))]],
    ...(one.note === '' ? [] : [[words.note, [one.note]] as [string, string[]]]),
    ...moment(words.givenAt, one.created_at),
    ...(one.state === 'offered' ? moment(words.answerUntil, one.answer_until) : []),
    ...moment(words.acceptedAt, one.accepted_at),
    ...moment(words.endedAt, one.ended_at),
  ];
  return (
    <>
      <dl className={factStyle.details}>
        {rows.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            {values.map((value) => (
              <dd key={value} className={classes.said}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className={textStyle.quiet}>{words.noSigning}</p>
    </>
  );
}
