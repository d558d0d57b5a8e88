// The page of a device without a connection. It is complete by itself, because nothing else can be loaded.
(() => {
  const texts = {
    mn: {
      title: 'Интернэт холболт алга',
      lead: 'Энэ хуудсыг ачаалж чадсангүй. Холболтоо шалгаад дахин оролдоно уу.',
      again: 'Дахин оролдох',
      kept: 'Энэ төхөөрөмжид хадгалсан баримт',
      none: 'Хадгалсан баримт алга. Холболттой үедээ лавлагаа, файлын хажуугийн «Төхөөрөмжид хадгалах» товчийг дарна уу.',
      note: 'Баримт хүчинтэй эсэхийг холболттой үед шалгана.',
      since: (day) => `${day}-нд хадгалсан`,
    },
    en: {
      title: 'There is no connection',
      lead: 'This page could not be loaded. Check your connection and try again.',
      again: 'Try again',
      kept: 'Documents kept on this device',
      none: 'There are none. While you are connected, press “Keep on this device” beside a certificate or a file.',
      note: 'Whether a document is still valid is checked while you are connected.',
      since: (day) => `Kept on ${day}`,
    },
  };
  const language = document.documentElement.lang === 'en' ? 'en' : 'mn';
  const words = texts[language];
  const find = (selector) => document.querySelector(selector);
  document.title = `${words.title} · Тамга`;
  find('h1').textContent = words.title;
  find('#lead').textContent = words.lead;
  find('#again').textContent = words.again;
  find('#again').addEventListener('click', () => window.location.reload());
  find('#kept-title').textContent = words.kept;
  find('#none').textContent = words.none;
  find('#note').textContent = words.note;

  // A network that is there again may still not lead to us, and a server that stopped never changes the network.
  const pauseMs = 5000 + Math.random() * 5000;
  async function tryAgain() {
    if (document.hidden) return;
    const answer = await fetch('/app.webmanifest', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok) window.location.reload();
  }
  setInterval(tryAgain, pauseMs);
  window.addEventListener('online', tryAgain);

  async function show() {
    const cache = await caches.open('kept-documents');
    const list = await cache.match('/kept/list.json');
    const { documents = [] } = list ? await list.json() : {};
    find('#none').hidden = documents.length > 0;
    find('#note').hidden = documents.length === 0;
    for (const { path, title, keptAt } of documents) {
      const link = document.createElement('a');
      link.href = path;
      link.textContent = title;
      const since = document.createElement('span');
      since.textContent = words.since(keptAt.slice(0, 10));
      const item = document.createElement('li');
      item.append(link, since);
      find('#kept').append(item);
    }
  }
  show().catch(() => {
    find('#none').hidden = false;
  });
})();
