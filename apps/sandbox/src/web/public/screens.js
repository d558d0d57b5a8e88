import { h, icon } from './elements.js';
import { currentLanguage, LANGUAGES, t, translateNote } from './strings.js';

const AVATAR_COLOURS = 6;

/** The length and the displayed name of each PIN. */
export const PINS = { auth: { name: 'PIN1', length: 4 }, sign: { name: 'PIN2', length: 5 } };

function header(actions, back) {
  const other = LANGUAGES.find((language) => language !== currentLanguage());
  return h(
    'div',
    { class: 'appbar' },
    back
      ? h('button', { type: 'button', class: 'plain', 'aria-label': t('back'), onclick: back }, icon('back'))
      : h('img', { class: 'mark', src: '/web/icon.svg', alt: '', width: 32, height: 32 }),
    h('span', { class: 'appname' }, 'eID', h('span', { class: 'chip quiet' }, t('sandbox'))),
    h(
      'button',
      {
        type: 'button',
        class: 'plain language',
        'data-testid': 'language',
        lang: other,
        'aria-label': other === 'en' ? 'EN, English' : 'МН, Монгол',
        onclick: () => actions.speak(other),
      },
      other === 'en' ? 'EN' : 'МН',
    ),
  );
}

/** The heading takes the focus when a screen opens, so that a screen reader starts there. */
function title(text) {
  return h('h1', { tabindex: '-1' }, text);
}

function alertBox(text) {
  return text ? h('p', { class: 'alert', role: 'alert' }, icon('alert'), h('span', null, text)) : null;
}

function cyrillicName(citizen) {
  return [citizen.surname, citizen.given_name].filter(Boolean).join(' ');
}

function latinName(citizen) {
  return [citizen.surname_en, citizen.given_name_en].filter(Boolean).join(' ');
}

function avatar(citizen) {
  const initials = `${citizen.surname?.[0] ?? ''}${citizen.given_name?.[0] ?? ''}`;
  let sum = 0;
  for (const letter of citizen.national_id) sum += letter.codePointAt(0);
  return h(
    'span',
    { class: 'avatar', 'data-colour': String(sum % AVATAR_COLOURS), 'aria-hidden': 'true' },
    initials,
  );
}

/** Only special citizens get a chip. */
function noteChip(citizen) {
  const note = (citizen.note ?? '').replace(/^ordinary[;,]?\s*/, '');
  if (!note) return null;
  return h('span', { class: note === citizen.note ? 'chip' : 'chip quiet' }, translateNote(note));
}

export function citizensScreen(state, actions) {
  const rows = (state.citizens ?? []).map((citizen) =>
    h(
      'li',
      null,
      h(
        'button',
        {
          type: 'button',
          class: 'row',
          'data-testid': `citizen-${citizen.national_id}`,
          onclick: () => actions.choose(citizen),
        },
        avatar(citizen),
        h(
          'span',
          { class: 'row-text' },
          h('span', { class: 'row-name', lang: 'mn' }, cyrillicName(citizen)),
          latinName(citizen) && h('span', { class: 'row-sub', lang: 'en' }, latinName(citizen)),
          noteChip(citizen),
        ),
        icon('next'),
      ),
    ),
  );
  return h(
    'section',
    { class: 'view citizens' },
    header(actions),
    title(t('choose_title')),
    h('p', { class: 'lead' }, state.link ? t('choose_for_link') : t('choose_hint')),
    alertBox(state.error),
    state.citizens === null && h('p', { class: 'lead' }, t('loading')),
    state.citizens?.length === 0 && h('p', { class: 'lead' }, t('nobody')),
    rows.length > 0 && h('ul', { class: 'list' }, rows),
    h('a', { class: 'row-link narrow-only', href: '/mail' }, icon('mail'), t('mailbox')),
  );
}

function pasteForm(actions) {
  const input = h('input', {
    id: 'paste',
    type: 'text',
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: t('paste_placeholder'),
    'data-testid': 'paste-link',
  });
  return h(
    'form',
    {
      class: 'paste',
      onsubmit: (event) => {
        event.preventDefault();
        if (input.value.trim()) actions.takeUp(input.value.trim());
        else input.focus();
      },
    },
    h('label', { for: 'paste' }, t('paste_label')),
    h(
      'div',
      { class: 'paste-line' },
      input,
      h('button', { type: 'submit', class: 'secondary', 'data-testid': 'paste-submit' }, t('paste_submit')),
    ),
  );
}

/** The part of the home screen that a poll may update while a person types elsewhere. */
export function inbox(state, actions) {
  if (state.requests.length === 0) {
    return h(
      'div',
      { id: 'inbox', class: 'waiting' },
      h('span', { class: 'pulse', 'aria-hidden': 'true' }),
      h('span', null, h('strong', null, t('waiting')), h('span', { class: 'row-sub' }, t('waiting_hint'))),
    );
  }
  const rows = state.requests.map((request) =>
    h(
      'li',
      null,
      h(
        'button',
        { type: 'button', class: 'row', onclick: () => actions.open(request) },
        h('span', { class: 'kind' }, icon(request.kind === 'sign' ? 'sign' : 'enter')),
        h(
          'span',
          { class: 'row-text' },
          h('span', { class: 'row-name' }, request.relying_party),
          h('span', { class: 'row-sub' }, t(`${request.kind}_title`)),
        ),
        icon('next'),
      ),
    ),
  );
  return h('div', { id: 'inbox' }, h('h2', null, t('open_requests')), h('ul', { class: 'list' }, rows));
}

export function homeScreen(state, actions) {
  const { citizen } = state;
  return h(
    'section',
    { class: 'view home' },
    header(actions),
    h('h1', { tabindex: '-1', class: 'unseen' }, cyrillicName(citizen)),
    h(
      'div',
      { class: 'card' },
      h('div', { class: 'card-top' }, h('span', null, t('card_title')), noteChip(citizen)),
      h(
        'div',
        { class: 'card-person' },
        avatar(citizen),
        h(
          'div',
          null,
          h('p', { class: 'card-name', lang: 'mn' }, cyrillicName(citizen)),
          latinName(citizen) && h('p', { lang: 'en' }, latinName(citizen)),
        ),
      ),
      h(
        'dl',
        null,
        h('div', null, h('dt', null, t('national_id')), h('dd', null, citizen.national_id)),
        h('div', null, h('dt', null, t('document_number')), h('dd', null, citizen.document_number)),
      ),
    ),
    alertBox(state.error),
    inbox(state, actions),
    h(
      'div',
      { class: 'bottom' },
      h(
        'button',
        { type: 'button', class: 'primary', 'data-testid': 'scan', onclick: actions.scan },
        icon('scan'),
        t('scan'),
      ),
      pasteForm(actions),
      h(
        'button',
        { type: 'button', class: 'link', 'data-testid': 'switch-citizen', onclick: actions.switchCitizen },
        t('switch_citizen'),
      ),
    ),
  );
}

export function scanScreen(state, actions) {
  return h(
    'section',
    { class: 'view scan' },
    header(actions, actions.goHome),
    title(t('scan_title')),
    h('p', { class: 'lead' }, state.scanHint ?? t('scan_hint')),
    h('div', { class: 'finder' }, icon('scan'), h('video', { id: 'camera', playsinline: true, muted: true })),
    h(
      'div',
      { class: 'bottom' },
      state.windowReadable &&
        h(
          'button',
          { type: 'button', class: 'secondary', onclick: actions.scanWindow },
          icon('window'),
          t('scan_window'),
        ),
      pasteForm(actions),
    ),
  );
}

/** Requests may be in another language than the page. */
const languageOf = (text) => (/\p{Script=Cyrillic}/u.test(text) ? 'mn' : 'en');

export function requestScreen(state, actions) {
  const request = state.session;
  const pushed = request.flow_type === 'Notification';
  const code = request.verification_code;
  return h(
    'section',
    { class: 'view request', 'data-testid': 'request', 'data-kind': request.kind },
    header(actions, actions.goHome),
    h('span', { class: 'kind large' }, icon(request.kind === 'sign' ? 'sign' : 'enter')),
    title(t(`${request.kind}_title`)),
    h(
      'dl',
      { class: 'ask' },
      h('div', null, h('dt', null, t('who_asks')), h('dd', null, request.relying_party)),
      h('div', null, h('dt', null, t('what_for')), h('dd', { lang: languageOf(request.text) }, request.text)),
    ),
    h(
      'div',
      { class: 'code-box' },
      h('p', { class: 'code-label', 'aria-hidden': 'true' }, t('code')),
      h(
        'p',
        {
          class: 'code',
          role: 'img',
          'data-testid': 'verification-code',
          'aria-label': `${t('code')}: ${[...code].join(' ')}`,
        },
        [...code].map((digit) => h('span', null, digit)),
      ),
      h('p', { class: 'code-hint' }, pushed ? t('compare_push') : t('compare_scanned')),
    ),
    alertBox(state.error),
    h(
      'div',
      { class: 'bottom' },
      h('p', { class: 'time-left' }, `${t('time_left')}: `, h('span', { id: 'time-left', role: 'timer' })),
      h(
        'button',
        { type: 'button', class: 'primary', 'data-testid': 'continue', onclick: actions.enterPin },
        t('continue'),
      ),
      h(
        'button',
        { type: 'button', class: 'danger', 'data-testid': 'refuse', onclick: actions.refuse },
        t('refuse'),
      ),
    ),
  );
}

export function pinDots(state) {
  const { length } = PINS[state.session.kind];
  const label = t('pin_entered', { count: state.pin.length, total: length });
  return h(
    'div',
    { id: 'pin-dots', class: 'dots', role: 'img', 'aria-label': label, 'data-busy': state.busy },
    Array.from({ length }, (_, place) => h('span', { class: place < state.pin.length && 'filled' })),
  );
}

export function pinMessage(state) {
  if (state.busy) return h('p', { id: 'pin-message', class: 'pin-message' }, t('pin_checking'));
  return h(
    'p',
    {
      id: 'pin-message',
      class: state.error ? 'pin-message wrong' : 'pin-message',
      'data-testid': 'pin-message',
    },
    state.error ?? '',
  );
}

export function pinScreen(state, actions) {
  const { kind, relying_party: who } = state.session;
  const pin = PINS[kind].name;
  const key = (digit) =>
    h(
      'button',
      { type: 'button', class: 'key', 'data-testid': `pin-${digit}`, onclick: () => actions.press(digit) },
      digit,
    );
  return h(
    'section',
    { class: 'view pin' },
    header(actions, actions.backToRequest),
    title(t('pin_title', { pin })),
    h('p', { class: 'lead' }, t(`pin_for_${kind}`, { who })),
    pinDots(state),
    pinMessage(state),
    h(
      'div',
      { class: 'keys', role: 'group', 'aria-label': t('pin_keys') },
      [...'123456789'].map(key),
      h('span'),
      key('0'),
      h(
        'button',
        {
          type: 'button',
          class: 'key erase',
          'data-testid': 'pin-erase',
          'aria-label': t('pin_erase'),
          onclick: actions.erase,
        },
        icon('erase'),
      ),
    ),
    h('p', { class: 'hint' }, t('pin_hint', { pin, value: state.citizen[pin.toLowerCase()] })),
  );
}

export function resultScreen(state, actions) {
  const { outcome, heading, text, returnUrl, locked } = state.result;
  return h(
    'section',
    { class: 'view result', 'data-testid': 'result', 'data-state': outcome },
    header(actions),
    h(
      'div',
      { class: 'verdict' },
      h('span', { class: 'seal' }, icon(outcome)),
      title(heading),
      h('p', { class: 'lead' }, text),
    ),
    h(
      'div',
      { class: 'bottom' },
      locked &&
        h(
          'button',
          { type: 'button', class: 'secondary', 'data-testid': 'unlock', onclick: actions.unlock },
          t('unlock'),
        ),
      returnUrl && h('p', { class: 'hint' }, t('returning')),
      returnUrl
        ? h('a', { class: 'primary', href: returnUrl, 'data-testid': 'return' }, t('return_to_site'))
        : h(
            'button',
            { type: 'button', class: 'primary', 'data-testid': 'done', onclick: actions.goHome },
            t('done'),
          ),
    ),
  );
}
