import { Button, NativeSelect } from '@mantine/core';
import { IconCertificate, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { createKey } from '../../api/gov.ts';
import { documentPath, orderReference, type Reference, referencesQuery } from '../../api/references.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../profile/parts/answer.tsx';
import { Badge } from '../profile/parts/badge.tsx';
import { Failed } from '../profile/parts/form-actions.tsx';
import { PageHead } from '../profile/parts/page-head.tsx';
import parts from '../profile/parts/parts.module.css';
import { Empty, Section } from '../profile/parts/section.tsx';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import classes from './references.module.css';
import { referenceWords } from './words.ts';

export function ReferencesPage() {
  const words = usePageWords(referenceWords);
  const query = useQuery(referencesQuery);
  return (
    <div className={parts.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={parts.sections}>
        <OrderSection />
        <Section id="mine" title={words.mine}>
          <Answer query={query} source="platform" lines={5}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty
                  icon={<IconCertificate size={30} stroke={1.5} />}
                  title={words.empty}
                  text={words.emptyText}
                />
              ) : (
                <ul className={parts.list}>
                  {items.map((reference) => (
                    <ReferenceRow key={reference.id} reference={reference} />
                  ))}
                </ul>
              )
            }
          </Answer>
        </Section>
        <Section id="how" title={words.verifyHeading} lead={words.verifyText}>
          <p className={classes.verify}>
            <IconShieldCheck size={20} stroke={1.6} aria-hidden="true" />
            <Link to="/verify">{words.verifyLink}</Link>
          </p>
        </Section>
      </div>
    </div>
  );
}

function OrderSection() {
  const words = usePageWords(referenceWords);
  const explain = useExplanation('platform', words.codes);
  const client = useQueryClient();
  const [type, setType] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLSelectElement>(null);
  const key = useRef(createKey());
  const order = useMutation({
    mutationFn: () => orderReference(type, key.current),
    onSuccess: () => {
      // The next press is a new wish, even for the same kind.
      key.current = createKey();
      setType('');
      return client.invalidateQueries({ queryKey: ['gov'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (order.isPending) return;
    setFault(type === '' ? words.orderRequired : null);
    if (type === '') field.current?.focus();
    else order.mutate();
  };
  return (
    <Section id="order" title={words.order} lead={words.orderLead}>
      <form className={classes.order} onSubmit={submit} noValidate>
        <NativeSelect
          ref={field}
          size="md"
          label={words.orderLabel}
          error={fault}
          value={type}
          data-testid="order-type"
          onChange={(event) => {
            key.current = createKey();
            setType(event.currentTarget.value);
          }}
        >
          <option value="">{words.orderChoose}</option>
          {Object.entries(words.types).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <Button type="submit" size="md" loading={order.isPending} data-testid="order">
          {words.orderSubmit}
        </Button>
      </form>
      <Failed text={order.error ? explain(order.error) : null} />
      <p role="status" className={parts.said} data-testid="said">
        {order.data ? (
          <>
            {words.ordered(order.data.title)}{' '}
            <a href={documentPath(order.data.id)} data-testid="download-ordered">
              {words.download}
            </a>
          </>
        ) : null}
      </p>
    </Section>
  );
}

function ReferenceRow({ reference }: { reference: Reference }) {
  const { language } = useLanguage();
  const words = usePageWords(referenceWords);
  return (
    <li id={reference.id} className={parts.item} data-testid="reference">
      <div>
        <h3>{reference.title}</h3>
        <p className={`${parts.quiet} ${parts.number}`}>{reference.reference_no}</p>
        <p className={parts.quiet}>
          {words.issued(formatDate(reference.issued_at, language))}
          {' · '}
          {reference.valid_until
            ? words.validUntil(formatDate(reference.valid_until, language))
            : words.forEver}
        </p>
      </div>
      <div className={classes.side}>
        <Badge tone={reference.status === 'issued' ? 'good' : 'bad'}>
          {reference.status === 'issued' ? words.valid : words.expired}
        </Badge>
        <Button
          component="a"
          href={documentPath(reference.id)}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          aria-label={words.downloadLabel(reference.title)}
          data-testid="download"
        >
          {words.download}
        </Button>
      </div>
    </li>
  );
}
