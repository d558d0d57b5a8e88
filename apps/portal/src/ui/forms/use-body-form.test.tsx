// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { forgetTextsOfOthers, listTyped } from '../../api/tab-storage.ts';
import { LanguageProvider } from '../../i18n/provider.tsx';
import { mergeValues } from './merge-values.ts';
import { RestoredNote } from './restored-note.tsx';
import { useBodyForm } from './use-body-form.ts';
import { useTyped } from './use-typed.ts';

const schema = { type: 'object', properties: { name: { type: 'string' }, secret: { type: 'string' } } };

interface ThingFormProps {
  id?: string;
  name?: string;
  send(body: object): Promise<unknown>;
  onSent?(): void;
}

function ThingForm({ id = 'new', name = '', send, onSent }: ThingFormProps) {
  const save = useMutation({ mutationFn: send, onSuccess: () => onSent?.() });
  const form = useBodyForm({
    schema,
    keepAs: `thing:${id}`,
    neverKept: ['secret'],
    initial: { name, secret: '' },
    toBody: (values) => values,
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <form onSubmit={form.send} data-testid="form">
      <RestoredNote form={form} />
      <input {...form.getInputProps('name')} aria-label="name" />
      <input {...form.getInputProps('secret')} aria-label="secret" />
      <button type="button" onClick={form.forget}>
        cancel
      </button>
    </form>
  );
}

function Note({ id }: { id: string }) {
  const { value, change } = useTyped(`note:${id}`, '');
  return <textarea aria-label="note" value={value} onChange={(event) => change(event.currentTarget.value)} />;
}

let client: QueryClient;
const show = (page: React.ReactNode, userId = 'bold') => {
  client.setQueryData(['session'], { user: { id: userId }, endsAtMs: null });
  return render(
    <MantineProvider>
      <LanguageProvider>
        <QueryClientProvider client={client}>{page}</QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  );
};
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  sessionStorage.clear();
  client = new QueryClient();
});
afterEach(cleanup);

describe('what a person types into a form', () => {
  it('comes back with the form for this person and this record only, without its secret', () => {
    const first = show(<ThingForm send={never} />);
    type('name', 'half a sent');
    type('secret', 'hush');
    first.unmount();
    const second = show(<ThingForm send={never} />);
    expect([box('name').value, box('secret').value]).toEqual(['half a sent', '']);
    expect(screen.getByTestId('restored')).toBeTruthy();
    expect(sessionStorage.getItem(sessionStorage.key(0) ?? '')).not.toContain('hush');
    second.unmount();
    show(<ThingForm id="7" send={never} />).unmount();
    const other = show(<ThingForm send={never} />, 'sarnai');
    expect([box('name').value, screen.queryByTestId('restored')]).toEqual(['', null]);
    other.unmount();
    forgetTextsOfOthers('sarnai');
    show(<ThingForm send={never} />);
    expect(box('name').value).toBe('');
  });

  it('is forgotten once sent, also when the form left the page before, and kept after a refusal', async () => {
    let answer: (isGood: boolean) => void = () => undefined;
    const send = () =>
      new Promise((resolve, reject) => {
        answer = (isGood) => (isGood ? resolve(null) : reject(new Error('refused')));
      });
    const first = show(<ThingForm send={send} />);
    type('name', 'words');
    fireEvent.submit(screen.getByTestId('form'));
    await waitFor(() => expect(client.isMutating()).toBe(1));
    answer(false);
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(listTyped('bold')).toHaveLength(1);
    fireEvent.submit(screen.getByTestId('form'));
    await waitFor(() => expect(client.isMutating()).toBe(1));
    first.unmount();
    expect(listTyped('bold')).toHaveLength(1);
    answer(true);
    await waitFor(() => expect(listTyped('bold')).toEqual([]));
  });

  it('is forgotten by cancelling, by deleting it, and by typing back what was there', () => {
    const first = show(<ThingForm name="old" send={never} />);
    type('name', 'new');
    expect(listTyped('bold')).toHaveLength(1);
    type('name', 'old');
    expect(listTyped('bold')).toEqual([]);
    type('name', 'new');
    fireEvent.click(screen.getByText('cancel'));
    expect(listTyped('bold')).toEqual([]);
    type('name', 'newer');
    first.unmount();
    show(<ThingForm name="old" send={never} />);
    fireEvent.click(screen.getByTestId('discard-restored'));
    expect([box('name').value, listTyped('bold'), screen.queryByTestId('restored')]).toEqual([
      'old',
      [],
      null,
    ]);
  });

  it('says that the record changed meanwhile, and is no edit if the record already has it', () => {
    const edit = () => {
      const opened = show(<ThingForm name="old" send={never} />);
      type('name', 'mine');
      opened.unmount();
    };
    edit();
    const changed = show(<ThingForm name="theirs" send={never} />);
    expect(box('name').value).toBe('mine');
    expect(screen.getByTestId('restored').textContent).toMatch(/changed since|өөрчлөгдсөн/);
    changed.unmount();
    show(<ThingForm name="mine" send={never} />);
    expect(screen.queryByTestId('restored')).toBeNull();
  });

  it('asks before the tab closes only while there is something to lose', () => {
    show(<ThingForm send={never} />);
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(true);
    type('name', 'x');
    expect(closes()).toBe(false);
    type('name', '');
    expect(closes()).toBe(true);
  });

  it('belongs to its case when the page shows another one', () => {
    function Desk() {
      const [id, setId] = useState('one');
      return (
        <>
          <Note id={id} />
          <button type="button" onClick={() => setId(id === 'one' ? 'two' : 'one')}>
            next
          </button>
        </>
      );
    }
    show(<Desk />);
    type('note', 'about one');
    fireEvent.click(screen.getByText('next'));
    expect(box('note').value).toBe('');
    type('note', 'about two');
    fireEvent.click(screen.getByText('next'));
    expect(box('note').value).toBe('about one');
  });
});

interface Place {
  name: string;
  phone: string;
  offices: string[];
}
const placeSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, phone: { type: 'string' }, offices: { type: 'array' } },
};

function PlaceForm({ place, send }: { place: Place & { id: string }; send(body: object): Promise<unknown> }) {
  const save = useMutation({ mutationFn: send });
  const open = ({ name, phone, offices }: Place) => ({ name, phone, offices });
  const form = useBodyForm({
    schema: placeSchema,
    keepAs: 'place',
    initial: open(place),
    record: place,
    open,
    toBody: (values) => values,
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <form onSubmit={form.send} data-testid="form">
      <RestoredNote form={form} labels={{ offices: 'Offices' }} />
      <label htmlFor="name">name</label>
      <input {...form.field('name')} />
      <label htmlFor="phone">phone</label>
      <input {...form.field('phone')} />
      <button type="button" onClick={() => form.setFieldValue('offices', [...form.values.offices, 'mine'])}>
        add
      </button>
    </form>
  );
}

describe('a record that another person changed meanwhile', () => {
  it('is merged with what was typed, and saved only when the person saves again', async () => {
    const bodies: object[] = [];
    const current = { name: 'Theirs', phone: '2', offices: ['old', 'theirs'] };
    const send = async (body: object) => {
      bodies.push(body);
      if (bodies.length > 1) return { ...current, ...body };
      throw new ApiError({ kind: 'refused', status: 409, code: 'changed_meanwhile' }, null, '', {
        changed: ['name', 'phone', 'offices'],
        current,
      });
    };
    const loaded = { name: 'Old', phone: '1', offices: ['old'] };
    const page = show(<PlaceForm place={{ id: '7', ...loaded }} send={send} />);
    type('name', 'Mine');
    fireEvent.click(screen.getByText('add'));
    // A list that is loaded again in the background is not what the person saw.
    page.rerender(
      <MantineProvider>
        <LanguageProvider>
          <QueryClientProvider client={client}>
            <PlaceForm place={{ id: '7', ...current }} send={send} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>,
    );
    fireEvent.submit(screen.getByTestId('form'));
    const note = await screen.findByTestId('meanwhile');
    expect(note.textContent).toContain('name, phone, Offices');
    expect(note.textContent).toContain('Theirs');
    expect([box('name').value, box('phone').value]).toEqual(['Mine', '2']);
    fireEvent.submit(screen.getByTestId('form'));
    await waitFor(() => expect(screen.queryByTestId('meanwhile')).toBeNull());
    const mine = { name: 'Mine', phone: '2', offices: ['old', 'theirs', 'mine'] };
    expect(bodies).toEqual([
      { name: 'Mine', phone: '1', offices: ['old', 'mine'], expected: loaded },
      { ...mine, expected: current },
    ]);
    type('phone', '3');
    fireEvent.submit(screen.getByTestId('form'));
    await waitFor(() => expect(bodies[2]).toMatchObject({ phone: '3', expected: mine }));
  });

  it('keeps what either removed away, inside lists of records too', () => {
    const base = [
      { id: 'a', name: '1' },
      { id: 'b', name: '2' },
      { id: 'c', name: '3' },
    ];
    const mine = [
      { id: 'a', name: 'mine' },
      { id: 'b', name: '2' },
      { key: 'new', name: '4' },
    ];
    const theirs = [
      { id: 'a', name: '1', hours: '9' },
      { id: 'c', name: '3' },
    ];
    expect(mergeValues<object[]>(base, mine, theirs)).toEqual([
      { id: 'a', name: 'mine', hours: '9' },
      { key: 'new', name: '4' },
    ]);
  });
});
