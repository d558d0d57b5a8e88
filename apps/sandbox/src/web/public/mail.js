import { control } from './control.js';
import { h, icon } from './elements.js';
import { offerLanguage, t, translatePage } from './strings.js';

const POLL_EVERY_MS = 2_000;
const LINK = /(https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?])/;

const state = { mails: [], openId: location.hash.slice(1), part: 'text', offline: false };

const find = (id) => document.getElementById(id);
function shownMails() {
  const wanted = find('to').value.trim().toLowerCase();
  return state.mails.filter((mail) => `${mail.to.join(' ')} ${mail.subject}`.toLowerCase().includes(wanted));
}
const openMail = () => state.mails.find((mail) => mail.id === state.openId);

function formatMoment(moment) {
  const date = new Date(moment);
  const two = (number) => String(number).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

/** Developers often open a mail to follow its link. */
function linkify(text) {
  return text
    .split(LINK)
    .map((piece, place) =>
      place % 2 ? h('a', { href: piece, target: '_blank', rel: 'noopener noreferrer' }, piece) : piece,
    );
}

function listView() {
  if (state.offline)
    return h('p', { class: 'alert', role: 'alert' }, icon('alert'), h('span', null, t('offline')));
  const shown = shownMails();
  if (shown.length === 0) {
    return h(
      'div',
      { class: 'empty', 'data-testid': 'mail-empty' },
      icon('mail'),
      h('strong', null, t('mail_none')),
      h('span', null, t('mail_none_hint')),
    );
  }
  const rows = shown.map((mail) =>
    h(
      'li',
      null,
      h(
        'a',
        {
          href: `#${mail.id}`,
          'data-testid': 'mail-item',
          'aria-current': mail.id === state.openId && 'true',
        },
        h(
          'span',
          { class: 'mail-line' },
          h('span', { class: 'mail-to' }, mail.to.join(', ')),
          h('time', { datetime: mail.received_at }, formatMoment(mail.received_at)),
        ),
        h('span', { class: 'mail-subject' }, mail.subject || t('mail_no_subject')),
        h('span', { class: 'mail-peek' }, mail.text.trim().slice(0, 120)),
      ),
    ),
  );
  return h('ul', { class: 'mails', 'aria-label': t('mail_list') }, rows);
}

function fact(name, value) {
  return h('div', null, h('dt', null, t(name)), h('dd', null, value));
}

function readerView(mail) {
  if (!mail) return h('div', { class: 'empty' }, icon('mail'), h('span', null, t('mail_pick')));
  const part = mail.html && (state.part === 'html' || !mail.text.trim()) ? 'html' : 'text';
  const tab = (name) =>
    h(
      'button',
      {
        type: 'button',
        'data-testid': `mail-tab-${name}`,
        'aria-pressed': String(part === name),
        onclick: () => {
          state.part = name;
          renderReader();
        },
      },
      t(`mail_${name}`),
    );
  return h(
    'article',
    { 'data-testid': 'mail-view' },
    h('a', { class: 'mail-back', href: '#', 'aria-label': t('back') }, icon('back')),
    h('h2', { tabindex: '-1' }, mail.subject || t('mail_no_subject')),
    h(
      'dl',
      null,
      fact('mail_from', mail.from),
      fact('mail_to', mail.to.join(', ')),
      fact('mail_when', formatMoment(mail.received_at)),
    ),
    mail.html && h('div', { class: 'tabs' }, tab('text'), tab('html')),
    part === 'html'
      ? h('iframe', {
          // Without "allow-scripts", so that the mail cannot run code.
          sandbox: 'allow-popups allow-popups-to-escape-sandbox',
          src: `/control/mails/${mail.id}/html`,
          title: t('mail_html'),
          'data-testid': 'mail-html',
        })
      : h(
          'div',
          { class: 'mail-text', 'data-testid': 'mail-text' },
          mail.text.trim() ? linkify(mail.text) : t('mail_no_text'),
        ),
  );
}

function renderList() {
  find('mails').replaceChildren(listView());
  find('clear').hidden = state.mails.length === 0;
}

function renderReader() {
  const mail = openMail();
  document.body.dataset.reading = String(Boolean(mail));
  find('reader').replaceChildren(readerView(mail));
}

function render() {
  translatePage('mail_title');
  offerLanguage(find('language'), render);
  renderList();
  renderReader();
}

async function load() {
  const before = JSON.stringify([state.offline, state.mails.map((mail) => mail.id)]);
  const newest = state.mails[0]?.id;
  const wasOpen = openMail()?.id;
  try {
    state.mails = await control.mails();
    state.offline = false;
  } catch {
    state.offline = true;
  }
  if (before === JSON.stringify([state.offline, state.mails.map((mail) => mail.id)])) return;
  const focused = document.activeElement?.getAttribute('href');
  renderList();
  if (focused) document.querySelector(`#mails a[href="${CSS.escape(focused)}"]`)?.focus();
  if (wasOpen !== openMail()?.id) renderReader();
  const [first] = state.mails;
  if (first && first.id !== newest)
    find('announcer').textContent = `${first.to.join(', ')}: ${first.subject}`;
}

async function keepLoading() {
  if (document.visibilityState === 'visible') await load();
  setTimeout(keepLoading, POLL_EVERY_MS);
}

window.addEventListener('hashchange', () => {
  state.openId = location.hash.slice(1);
  renderList();
  renderReader();
  document.querySelector('#reader h2')?.focus();
});
find('to').addEventListener('input', renderList);
find('clear').addEventListener('click', async () => {
  await control.clearMails().catch(() => {});
  await load();
});
render();
keepLoading();
