const TIMEOUT_MS = 10_000;
/** A check lets an application wait for a slow answer. */
const CHECK_TIMEOUT_MS = 120_000;

/** `code` is the problem's title, or "offline" without an answer. */
function controlError(code, status, problem) {
  return Object.assign(new Error(problem?.detail ?? code), {
    code,
    status,
    triesLeft: problem?.tries_left,
    returnUrl: problem?.return_url,
  });
}

async function call(method, path, body, timeoutMs = TIMEOUT_MS) {
  const request = { method, signal: AbortSignal.timeout(timeoutMs) };
  if (body !== undefined) {
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw controlError('offline', 0);
  }
  const content = await answer.json().catch(() => null);
  if (!answer.ok) throw controlError(content?.title ?? 'unexpected', answer.status, content);
  return content;
}

export const control = {
  citizens: async () => (await call('GET', '/control/citizens')).items,
  sessions: async (nationalId) =>
    (await call('GET', `/control/sessions?national_id=${encodeURIComponent(nationalId)}`)).items,
  scan: (qr, nationalId) => call('POST', '/control/scan', { qr, national_id: nationalId }),
  approve: (id, pin) => call('POST', `/control/sessions/${encodeURIComponent(id)}/approve`, { pin }),
  refuse: (id) => call('POST', `/control/sessions/${encodeURIComponent(id)}/refuse`, {}),
  unlock: (nationalId) => call('POST', `/control/citizens/${encodeURIComponent(nationalId)}/reset`, {}),
  /** Mails and text messages, newest first; the page shows both alike. */
  mails: async () => {
    const [mails, messages] = await Promise.all([call('GET', '/control/mails'), call('GET', '/control/sms')]);
    const texts = messages.items.map((message) => ({ ...message, to: [message.to], subject: 'SMS' }));
    return [...mails.items, ...texts].sort((a, b) => b.received_at.localeCompare(a.received_at));
  },
  clearMails: () => Promise.all([call('DELETE', '/control/mails'), call('DELETE', '/control/sms')]),
  rpFaults: async () => (await call('GET', '/control/oidc-simulator/faults')).items,
  createRun: (run) => call('POST', '/control/oidc-simulator/runs', run),
  readRun: (id) => call('GET', `/control/oidc-simulator/runs/${encodeURIComponent(id)}`),
  checkRun: (id, wishes) =>
    call('POST', `/control/oidc-simulator/runs/${encodeURIComponent(id)}/check`, wishes, CHECK_TIMEOUT_MS),
};
