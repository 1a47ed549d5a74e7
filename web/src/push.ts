// The service worker. It shows the notices that the server pushes, also when no page is open, and leads to the game when one is
// pressed. It keeps nothing and answers no requests of pages.

/** What the server sends. */
interface Pushed {
  title: string;
  body: string;
  url: string;
  tag: string; // a later notice with the same tag takes the place of this one
}

// The types of pages and of workers exclude each other, so what is needed of a worker is written out.
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Pushing extends Lasting {
  data: { json(): Pushed } | null;
}
interface Pressed extends Lasting {
  notification: Notification;
}
interface Renewed extends Lasting {
  oldSubscription: PushSubscription | null;
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: { matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
  addEventListener(type: 'push', handle: (e: Pushing) => void): void;
  addEventListener(type: 'notificationclick', handle: (e: Pressed) => void): void;
  addEventListener(type: 'pushsubscriptionchange', handle: (e: Renewed) => void): void;
}

const worker = self as unknown as Worker;

worker.addEventListener('push', (e) => {
  const notice = e.data?.json();
  if (!notice) return;
  const options = { body: notice.body, tag: notice.tag, renotify: true, data: notice.url };
  e.waitUntil(worker.registration.showNotification(notice.title, options));
});

worker.addEventListener('notificationclick', (e) => {
  e.notification.close();
  e.waitUntil(show(String(e.notification.data)));
});

/** Shows a page of this server: the one that is open, or a new one. */
async function show(address: string): Promise<void> {
  const url = new URL(address, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === url.href);
  await (open ? open.focus() : worker.clients.openWindow(url.href));
}

// A browser may renew its subscription by itself; the server must know the new one.
worker.addEventListener('pushsubscriptionchange', (e) => {
  if (e.oldSubscription) e.waitUntil(renew(e.oldSubscription));
});

async function renew(old: PushSubscription): Promise<void> {
  const { userVisibleOnly, applicationServerKey } = old.options;
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe({ userVisibleOnly, applicationServerKey })).toJSON();
  await fetch('/api/notices/push', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ endpoint, keys }) });
}
