import { Button } from '@mantine/core';
import { IconArrowBackUp, IconFocus2 } from '@tabler/icons-react';
import { type MouseEvent, useId, useRef, useState } from 'react';
import type { Mark, MarkPlace } from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import { PageList, type PageListHandle } from '../pdf/page-list.tsx';
import { Opened } from '../pdf/pdf-pages.tsx';
import { type LoadedPdf, type PageSize, sizeOf, usePdf } from '../pdf/use-pdf.ts';
import classes from './mark.module.css';
import { MarkBox } from './mark-box.tsx';
import { cornerOf, describePlace, placeAround } from './mark-geometry.ts';
import { markWords } from './mark-words.ts';

interface MarkPlacerProps {
  name: string;
  /** A file, or an address of our own API that gives a PDF. Stable between renders. */
  source: Blob | string;
  mark: Mark;
  /** Lines that the mark will show: the name of the person, the organisation. */
  lines: readonly string[];
  onChange(mark: Mark): void;
  /** Told once for each document, with what can change in it after signing. */
  onReady?: (pdf: LoadedPdf) => void;
}

/** The whole document, on which the person places the mark of the signature. */
export function MarkPlacer({ source, onReady, ...rest }: MarkPlacerProps) {
  return (
    <Opened state={usePdf(source)} onReady={onReady}>
      {(pdf) => <Placer key={pdf.pages} pdf={pdf} {...rest} />}
    </Opened>
  );
}

function Placer({
  pdf,
  name,
  mark,
  lines,
  onChange,
}: Omit<MarkPlacerProps, 'source' | 'onReady'> & { pdf: LoadedPdf }) {
  const words = usePageWords(markWords);
  const hintId = useId();
  const list = useRef<PageListHandle>(null);
  const takeFocus = useRef(false);
  const [said, setSaid] = useState('');
  const usual = cornerOf(pdf.last, pdf.pages);
  const place = mark === 'default' ? usual : mark === 'none' ? null : mark;

  const put = (next: MarkPlace, page: PageSize) => {
    const { left, top } = describePlace(next, page);
    setSaid(words.position(next.page, left, top));
    onChange(next);
  };
  const reset = () => {
    const { left, top } = describePlace(usual, pdf.last);
    setSaid(words.position(usual.page, left, top));
    takeFocus.current = place !== null && place.page !== usual.page;
    onChange('default');
    list.current?.show(usual.page, 'end');
  };
  const turn = async (by: 1 | -1) => {
    const number = (place?.page ?? 1) + by;
    if (number < 1 || number > pdf.pages) return;
    const page = sizeOf(await pdf.proxy.getPage(number));
    takeFocus.current = true;
    put(cornerOf(page, number), page);
    list.current?.show(number, 'end');
  };
  const tap = (event: MouseEvent<HTMLButtonElement>, { number, ...page }: PageSize & { number: number }) => {
    const shown = event.currentTarget.getBoundingClientRect();
    // The keyboard presses without a place.
    if (event.detail === 0 || shown.width === 0) {
      takeFocus.current = place?.page !== number;
      return put(cornerOf(page, number), page);
    }
    const points = page.width / shown.width;
    put(
      placeAround(
        { x: (event.clientX - shown.left) * points, y: (shown.bottom - event.clientY) * points },
        page,
        number,
      ),
      page,
    );
  };
  return (
    <div className={classes.placer}>
      <div className={classes.tools}>
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={mark !== 'none'}
            data-testid="show-mark"
            onChange={(event) => {
              setSaid(event.currentTarget.checked ? '' : words.gone);
              onChange(event.currentTarget.checked ? 'default' : 'none');
            }}
          />
          {words.show}
        </label>
        {place ? (
          <div className={classes.group}>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconFocus2 size={18} aria-hidden="true" />}
              data-testid="find-mark"
              onClick={() => list.current?.show(place.page, 'end')}
            >
              {words.find(place.page)}
            </Button>
            {mark === 'default' ? null : (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
                data-testid="mark-back"
                onClick={reset}
              >
                {words.back}
              </Button>
            )}
          </div>
        ) : null}
      </div>
      <p id={hintId} className={`${textStyle.quiet} ${textStyle.small}`}>
        {place ? (
          <>
            {words.hint} <span className={classes.keys}>{words.keys}</span>
          </>
        ) : (
          words.without
        )}
      </p>
      <PageList
        ref={list}
        name={name}
        pdf={pdf}
        overlay={({ number, ...page }) =>
          place === null ? null : (
            <>
              <button
                type="button"
                className={classes.target}
                aria-label={words.put(number)}
                data-testid="put-mark"
                onClick={(event) => tap(event, { number, ...page })}
              />
              {place.page === number ? (
                <MarkBox
                  place={place}
                  page={page}
                  lines={lines}
                  hintId={hintId}
                  takeFocus={takeFocus}
                  onMove={(next) => put(next, page)}
                  onTurn={(by) => void turn(by)}
                  onReset={reset}
                />
              ) : null}
            </>
          )
        }
      />
      <p role="status" className={textStyle.hidden} data-testid="mark-said">
        {said}
      </p>
    </div>
  );
}
