import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { deliveriesQuery, type RequestDetail, requestQuery } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Moment } from '../../ui/moment.tsx';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { Facts, showCode } from '../../ui/page/list-and-detail.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { Assignments } from './assignments.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { ForwardPart } from './forward-part.tsx';
import { useMayManage } from './relay.tsx';
import classes from './request.module.css';
import { RequestTimeline } from './request-timeline.tsx';
import { requestWords } from './request-words.ts';
import { RunningClock } from './running-clock.tsx';
import { RequestBadge } from './state-badges.tsx';
import { usePlatformName } from './use-platform-name.ts';
import { relayWords } from './words.ts';

export function RelayRequestPage() {
  const words = usePageWords(requestWords);
  const { id = '' } = useParams();
  const query = useQuery(requestQuery(id));
  usePageTitle(query.data?.request.title || words.one);
  return (
    <FoundPage query={query} backTo="/relay/requests" words={words}>
      {(detail) => <Shown detail={detail} />}
    </FoundPage>
  );
}

function Shown({ detail }: { detail: RequestDetail }) {
  const words = usePageWords(requestWords);
  const shared = usePageWords(relayWords);
  const mayManage = useMayManage();
  const namePlatform = usePlatformName();
  const { request, assignments, events, clockSkewMs } = detail;
  const deliveries = useQuery(deliveriesQuery(request.id));
  return (
    <>
      <header className={classes.head}>
        <PageHeading>{request.title || shared.untitled}</PageHeading>
        <div className={classes.line}>
          {/* Announces the new state when an answer arrives. */}
          <span role="status" data-testid="request-state">
            <RequestBadge status={request.status} />
          </span>
          <span className={textStyle.code}>{request.service_code}</span>
        </div>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section id="clock" title={words.clock}>
            <RunningClock
              from={request.received_at}
              due={request.due_at}
              answered={request.fulfilled_at}
              clockSkewMs={clockSkewMs}
            />
            <p className={textStyle.quiet}>
              {words.due}: <Moment at={request.due_at} />
            </p>
          </Section>
          <Section id="assignments" title={words.assignments}>
            <Assignments
              assignments={assignments}
              deliveries={deliveries.data ?? []}
              clockSkewMs={clockSkewMs}
              startedAt={request.received_at}
            />
          </Section>
          <Section id="timeline" title={words.timeline}>
            <Loaded query={deliveries}>
              {(sent) => <RequestTimeline events={events} deliveries={sent} />}
            </Loaded>
          </Section>
        </div>
        <div className={classes.column}>
          <Section id="facts" title={words.facts}>
            <Facts
              items={[
                [words.from, namePlatform(request.source_platform) || shared.here],
                [words.priority, shared.priorities[request.priority]],
                [words.received, <Moment key="received" at={request.received_at} />],
                ...(request.external_ref ? [[words.reference, showCode(request.external_ref)] as const] : []),
              ]}
            />
          </Section>
          <EvidencePart id={request.id} />
          {mayManage ? <ForwardPart id={request.id} /> : null}
          {request.payload === undefined ? null : (
            <Content id="payload" title={words.content} data={request.payload} />
          )}
          {request.result === undefined ? null : (
            <Content id="result" title={words.result} data={request.result} />
          )}
        </div>
      </div>
    </>
  );
}

/** A text as it is, anything else as JSON. */
function Content({ id, title, data }: { id: string; title: string; data: unknown }) {
  return (
    <Section id={id} title={title}>
      <pre className={textStyle.pre}>{typeof data === 'string' ? data : JSON.stringify(data, null, 2)}</pre>
    </Section>
  );
}
