/** The parts of a service worker's scope that ours uses: TypeScript has them in no page's library. */
export interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  /** The page that a navigation opens. */
  resultingClientId: string;
  respondWith: (answer: Promise<Response>) => void;
}

interface MessageEventOfPage extends ExtendableEvent {
  data: unknown;
}

/** The content of a push. */
export interface PushData {
  json: () => unknown;
}

interface PushEvent extends ExtendableEvent {
  data: PushData | null;
}

/** The browser has another address at its push service; it may tell which. */
export interface RenewalEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

/** A window of the site. */
interface PageClient {
  url: string;
  focus: () => Promise<PageClient>;
  navigate: (url: string) => Promise<PageClient | null>;
}

export interface PageClients {
  matchAll: (options: {
    type: 'window';
    includeUncontrolled?: boolean;
  }) => Promise<readonly PageClient[]>;
  openWindow: (url: string) => Promise<PageClient | null>;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  message: MessageEventOfPage;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
  pushsubscriptionchange: RenewalEvent;
}

export interface WorkerScope {
  skipWaiting: () => Promise<void>;
  clients: PageClients;
  registration: ServiceWorkerRegistration;
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    on: (event: WorkerEvents[Name]) => void,
  ) => void;
}
