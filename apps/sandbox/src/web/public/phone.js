import { control } from './control.js';
import { canReadWindow, hasCamera, openCamera, openWindow, readCodes } from './scanner.js';
import * as screens from './screens.js';
import { chooseLanguage, t, translatePage } from './strings.js';

const POLL_EVERY_MS = 1_000;
const RETURN_AFTER_MS = 2_000;
const LONGEST_WAIT_MS = 60 * 60 * 1_000;
const CITIZEN_KEY = 'tamga.sandbox.citizen';

const VIEWS = {
  citizens: screens.citizensScreen,
  home: screens.homeScreen,
  scan: screens.scanScreen,
  request: screens.requestScreen,
  pin: screens.pinScreen,
  result: screens.resultScreen,
};

const state = {
  screen: 'citizens',
  citizens: null,
  citizen: null,
  link: location.pathname === '/link' ? location.href : null,
  requests: [],
  session: null,
  pin: '',
  busy: false,
  error: null,
  result: null,
  scanHint: null,
  windowReadable: canReadWindow(),
};

/** Sessions that have already opened by themselves; after "Back" they wait in the list instead. */
const opened = new Set();
let stopReading = () => {};
let returnTimer;
/** Counts screen changes: an answer requested on an earlier screen is stale. */
let changes = 0;

const actions = {
  speak(language) {
    chooseLanguage(language);
    render();
  },
  async choose(citizen) {
    localStorage.setItem(CITIZEN_KEY, citizen.national_id);
    state.citizen = citizen;
    state.requests = [];
    if (state.link) await takeUp(state.link);
    else show('home');
    poll();
  },
  switchCitizen() {
    state.citizen = null;
    show('citizens');
  },
  goHome: () => show('home'),
  scan: () => startReading(openCamera, hasCamera() ? null : t('camera_absent')),
  scanWindow: () => startReading(openWindow, t('scan_window_hint')),
  takeUp,
  open: (request) => openRequest(request),
  enterPin() {
    state.pin = '';
    show('pin');
  },
  backToRequest() {
    if (!state.busy) show('request');
  },
  press,
  erase() {
    if (state.busy) return;
    state.pin = state.pin.slice(0, -1);
    state.error = null;
    refreshPin();
  },
  refuse,
  async unlock() {
    const done = await control.unlock(state.citizen.national_id).catch(() => null);
    show('home');
    if (done) announce(t('unlocked'));
  },
};

function show(screen, error = null, spoken = '') {
  changes += 1;
  clearTimeout(returnTimer);
  if (screen !== 'scan') stopReading();
  state.screen = screen;
  state.error = error;
  render();
  document.querySelector('h1')?.focus();
  announce(spoken);
}

function render() {
  translatePage('phone');
  const screen = document.querySelector('#screen');
  screen.dataset.screen = state.screen;
  screen.replaceChildren(VIEWS[state.screen](state, actions));
  screen.scrollTop = 0;
  showTimeLeft();
}

/** Announces to screen readers what the focus on the new heading does not. */
function announce(text) {
  document.querySelector('#announcer').textContent = text;
}

/** Opens the request of a QR code or link on this citizen's phone. */
async function takeUp(link) {
  state.link = null;
  // A reload must not claim the same link twice.
  if (location.pathname !== '/') history.replaceState(null, '', '/');
  try {
    openRequest(await control.scan(link, state.citizen.national_id));
  } catch (error) {
    show('home', explainLink(error));
  }
}

function explainLink(error) {
  if (error.code === 'offline') return t('offline');
  if (['bad_link', 'stale_link', 'no_device'].includes(error.code)) return t(error.code);
  if (error.status === 404) return t('link_gone');
  if (error.status === 409) return t('link_taken');
  return t('action_failed', { code: error.code });
}

function openRequest(request) {
  opened.add(request.id);
  state.session = request;
  const code = [...request.verification_code].join(' ');
  show('request', null, `${request.relying_party}: ${request.text}. ${t('code')}: ${code}`);
}

async function press(digit) {
  const { length } = screens.PINS[state.session.kind];
  if (state.busy || state.pin.length >= length) return;
  state.pin += digit;
  state.error = null;
  if (state.pin.length === length) await approve();
  else refreshPin();
}

async function approve() {
  const { session, pin } = state;
  state.busy = true;
  refreshPin();
  try {
    const answer = await control.approve(session.id, pin);
    const text = t('approved_text', { who: session.relying_party });
    finish('approved', t(`approved_${session.kind}`), text, answer.return_url);
  } catch (error) {
    if (error.code === 'wrong_pin') {
      state.busy = false;
      state.pin = '';
      state.error = t('pin_wrong', { pin: screens.PINS[session.kind].name, count: error.triesLeft });
      refreshPin();
      announce(state.error);
    } else finishWithError(error);
  }
}

async function refuse() {
  if (state.busy) return;
  state.busy = true;
  try {
    const answer = await control.refuse(state.session.id);
    finish('refused', t('refused_title'), t('refused_text'), answer.return_url);
  } catch (error) {
    finishWithError(error);
  }
}

function finishWithError(error) {
  const pin = screens.PINS[state.session.kind].name;
  if (error.code === 'pin_locked') {
    finish('failed', t('locked_title', { pin }), t('locked_text'), error.returnUrl);
    state.result.locked = true;
    render();
  } else if (error.code === 'document_unusable') {
    finish('failed', t('unusable_title'), t('unusable_text'), error.returnUrl);
  } else if (error.status === 404 || error.status === 409) {
    finish('expired', t('expired_title'), t('expired_text'));
  } else finish('failed', t('failed_title'), t('failed_text', { code: error.code }));
}

/** `returnUrl` is the site's address if the phone is also its browser. */
function finish(outcome, heading, text, returnUrl = null) {
  const address = returnUrl && /^https?:\/\//.test(returnUrl) ? returnUrl : null;
  state.busy = false;
  state.pin = '';
  state.requests = state.requests.filter((request) => request.id !== state.session.id);
  state.result = { outcome, heading, text, returnUrl: address, locked: false };
  show('result', null, `${heading}. ${text}`);
  if (address) returnTimer = setTimeout(() => location.assign(address), RETURN_AFTER_MS);
}

function refreshPin() {
  document.querySelector('#pin-dots').replaceWith(screens.pinDots(state));
  document.querySelector('#pin-message').replaceWith(screens.pinMessage(state));
}

async function startReading(open, hint) {
  stopReading();
  state.scanHint = hint;
  show('scan');
  if (open === openCamera && !hasCamera()) return;
  try {
    const stream = await open();
    if (state.screen !== 'scan') {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    stopReading = readCodes(stream, document.querySelector('#camera'), takeUp);
  } catch (error) {
    if (state.screen !== 'scan') return;
    state.scanHint = t(error.name === 'NotFoundError' ? 'camera_absent' : 'camera_denied');
    render();
    announce(state.scanHint);
  }
}

function showTimeLeft() {
  const element = document.querySelector('#time-left');
  if (!element) return;
  const left = new Date(state.session.expires_at).getTime() - Date.now();
  // A test may run the sandbox on another clock; an implausible wait is hidden.
  element.parentElement.hidden = !(left >= 0 && left < LONGEST_WAIT_MS);
  const seconds = Math.max(0, Math.round(left / 1_000));
  element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A pushed request arrives by itself; one behind a link only after the link is opened. */
function isOnPhone(session) {
  return session.state === 'RUNNING' && (session.flow_type === 'Notification' || session.device_seen);
}

function newestFirst(one, other) {
  return other.started_at.localeCompare(one.started_at);
}

async function poll() {
  if (!state.citizen || state.busy) return;
  const asked = changes;
  let sessions;
  try {
    sessions = await control.sessions(state.citizen.national_id);
  } catch (error) {
    if (error.code === 'offline' && state.screen === 'home' && !state.error) show('home', t('offline'));
    return;
  }
  if (changes !== asked || state.busy) return;
  if (state.screen === 'home' && state.error === t('offline')) show('home');
  takeIn(sessions.filter(isOnPhone).sort(newestFirst));
}

function takeIn(requests) {
  const before = JSON.stringify(state.requests.map((request) => request.id));
  state.requests = requests;
  const inRequest = state.screen === 'request' || state.screen === 'pin';
  if (inRequest && !requests.some((request) => request.id === state.session.id)) {
    finish('expired', t('expired_title'), t('expired_text'));
    return;
  }
  const fresh = requests.find((request) => !opened.has(request.id));
  const free = state.screen === 'home' || (state.screen === 'result' && !state.result.returnUrl);
  if (fresh && free) openRequest(fresh);
  else if (state.screen === 'home' && before !== JSON.stringify(requests.map((request) => request.id))) {
    document.querySelector('#inbox').replaceWith(screens.inbox(state, actions));
  }
}

function tick() {
  const now = new Date();
  document.querySelector('#clock').textContent =
    `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`;
  showTimeLeft();
  const next = document.visibilityState === 'visible' ? poll() : Promise.resolve();
  next.finally(() => setTimeout(tick, POLL_EVERY_MS));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (state.screen === 'pin') {
    if (/^[0-9]$/.test(event.key)) press(event.key);
    else if (event.key === 'Backspace') actions.erase();
    else if (event.key === 'Escape') actions.backToRequest();
  } else if (event.key === 'Escape' && (state.screen === 'scan' || state.screen === 'request')) {
    actions.goHome();
  }
}

async function start() {
  translatePage('phone');
  tick();
  document.addEventListener('keydown', onKey);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') poll();
  });
  while (state.citizens === null) {
    try {
      state.citizens = await control.citizens();
    } catch {
      show('citizens', t('offline'));
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
    }
  }
  const last = localStorage.getItem(CITIZEN_KEY);
  const remembered = state.citizens.find((citizen) => citizen.national_id === last);
  if (remembered) await actions.choose(remembered);
  else show('citizens');
}

start();
