import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { type ServiceDocs, serviceDocsQuery } from '../../api/service-docs.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { Facts, showCode } from '../../ui/page/list-and-detail.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { anchorOf, OperationPart } from './operation-part.tsx';
import classes from './service-docs.module.css';
import { serviceWords } from './service-words.ts';
import { SERVICES_PATH } from './services-page.tsx';

export function ServiceDocsPage() {
  const words = usePageWords(serviceWords);
  const { id = '' } = useParams();
  const query = useQuery(serviceDocsQuery(id));
  usePageTitle(query.data?.title ?? words.one);
  return (
    <FoundPage query={query} backTo={SERVICES_PATH} words={words}>
      {(service) => <Shown key={service.id} service={service} />}
    </FoundPage>
  );
}

function Shown({ service }: { service: ServiceDocs }) {
  const words = usePageWords(serviceWords);
  // Kept in memory alone: a token in storage would outlive the page.
  const [token, setToken] = useState('');
  // The browser looked for the anchor before the operations had arrived.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{service.title}</PageHeading>
        {service.description ? <p className={classes.prose}>{service.description}</p> : null}
      </header>
      <Facts
        items={[
          [words.address, showCode(`${window.location.origin}/gw/${service.name}/`)],
          [words.scope, showCode(service.scope)],
          ...(service.version ? [[words.version, service.version] as const] : []),
        ]}
      />
      {service.operations.length === 0 ? (
        <EmptyState title={words.noDocs}>{words.noDocsText}</EmptyState>
      ) : (
        <>
          <nav aria-labelledby="operations-title">
            <h2 id="operations-title">{words.operations}</h2>
            <ul className={classes.contents}>
              {service.operations.map((operation) => (
                <li key={operation.id}>
                  <a href={`#${anchorOf(operation)}`}>
                    <code>
                      {operation.method.toUpperCase()} {operation.path}
                    </code>
                  </a>
                  {operation.summary ? <span> {operation.summary}</span> : null}
                </li>
              ))}
            </ul>
          </nav>
          <TextInput
            type="password"
            label={words.token.label}
            description={words.token.hint(service.scope)}
            value={token}
            autoComplete="off"
            spellCheck={false}
            maxLength={8000}
            data-testid="token"
            onChange={(event) => setToken(event.currentTarget.value.trim())}
          />
          {service.operations.map((operation) => (
            <OperationPart key={operation.id} service={service.name} operation={operation} token={token} />
          ))}
        </>
      )}
    </div>
  );
}
