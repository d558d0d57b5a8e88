import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../facts.module.css';
import layoutStyle from '../layout.module.css';
import { buildRowId } from '../table/row-id.ts';
import textStyle from '../text.module.css';
import { uiWords } from '../words.ts';
import parts from './detail.module.css';
import classes from './list-page.module.css';
import pageStyle from './page.module.css';
import { PageHead, type PageHeadProps } from './page-head.tsx';

const personal = `${pageStyle.page} ${classes.personal}`;

interface ListPageProps extends PageHeadProps {
  filters?: ReactNode;
  children: ReactNode;
}

/** A list without a detail beside it. */
export function ListPage({ title, lead, action, isDense = true, filters, children }: ListPageProps) {
  return (
    <div className={isDense ? classes.page : personal}>
      <PageHead isDense={isDense} title={title} lead={lead} action={action} />
      <div className={classes.list}>
        {filters}
        {children}
      </div>
    </div>
  );
}

interface SplitProps {
  openId: string | null;
  detail: ReactNode;
  children: ReactNode;
}

/** A list with a detail beside it; on a narrow screen the detail replaces the list. */
export function ListAndDetail({
  title,
  lead,
  action,
  isDense = true,
  filters,
  openId,
  detail,
  children,
}: ListPageProps & SplitProps) {
  return (
    <div className={isDense ? classes.page : personal}>
      <PageHead isDense={isDense} title={title} lead={lead} action={action} />
      <Split openId={openId} detail={detail}>
        {filters}
        {children}
      </Split>
    </div>
  );
}

/** The same without a page heading, for one of several lists on a page. */
export function Split({ openId, detail, children }: SplitProps) {
  const opened = useRef<string | null>(null);
  useEffect(() => {
    // The focus went away with the detail, so it returns to the row that opened it.
    if (opened.current && !openId) document.getElementById(buildRowId(opened.current))?.focus();
    opened.current = openId;
  }, [openId]);
  return (
    <div className={classes.split} data-open={Boolean(detail)}>
      <div className={classes.list}>{children}</div>
      {detail}
    </div>
  );
}

interface DetailProps {
  title: ReactNode;
  /** Identifies the shown item; a new one receives the focus. */
  subject: string;
  onClose(): void;
  children: ReactNode;
}

export function Detail({ title, subject, onClose, children }: DetailProps) {
  const words = usePageWords(uiWords);
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new subject moves the focus
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [subject]);
  useEffect(() => {
    const element = panel.current;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current();
    };
    element?.addEventListener('keydown', closeOnEscape);
    return () => element?.removeEventListener('keydown', closeOnEscape);
  }, []);

  return (
    <section ref={panel} className={parts.detail} aria-labelledby={titleId} data-testid="detail">
      <div className={parts.detailHead}>
        <button type="button" className={parts.back} data-testid="detail-back" onClick={onClose}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {words.backToList}
        </button>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          className={parts.close}
          aria-label={words.close}
          title={words.close}
          data-testid="detail-close"
          onClick={onClose}
        >
          <IconX size={20} aria-hidden="true" />
        </button>
      </div>
      {children}
    </section>
  );
}

export function Facts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  const words = usePageWords(uiWords);
  return (
    <dl className={factStyle.facts}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || <span className={textStyle.quiet}>{words.unknown}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An id, path or technical name in a font with distinct letters; nothing for an empty value. */
export const showCode = (text: string | null | undefined) =>
  text ? <span className={textStyle.code}>{text}</span> : '';

/** Shows recorded technical data unchanged. */
export function Raw({ title, data }: { title: string; data: unknown }) {
  const titleId = useId();
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <pre className={textStyle.pre}>{JSON.stringify(data, null, 2)}</pre>
    </section>
  );
}
