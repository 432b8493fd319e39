import { day } from '#contract/platform/durations.ts';
import { doorDaysAfter } from '#contract/platform/limits.ts';
import {
  nothingKept,
  withoutName,
  arrivalOf,
  type DoorView,
  type KeptDoor,
  type OwnArrival,
  type Phone,
} from './engine.ts';
import { memoryStore, newPhone, type DoorStore } from './store.ts';

const databaseName = 'door';

/** A list of names, which is deleted a day after the event. */
interface ListRow extends Omit<KeptDoor, 'view' | 'words'> {
  door: string;
  view: DoorView;
}

interface WordRow {
  door: string;
  id: string;
  word: OwnArrival;
  /** When the server takes it no more. */
  until: number;
}

/** Turns a request into a promise. */
const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('nothing is read')));
  });

/** Resolves once the browser has written everything. */
const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('nothing is written')),
    );
  });

/** @throws DOMException if there is none and it may not be made */
function openDatabase({ mayMake = true } = {}): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.addEventListener('upgradeneeded', () => {
    if (!mayMake) return request.transaction?.abort();
    request.result.createObjectStore('phone');
    request.result.createObjectStore('lists', { keyPath: 'door' });
    request.result.createObjectStore('words', { keyPath: ['door', 'id'] });
  });
  return answerOf(request).then((database) => {
    // Lets a sign-out in another tab delete everything.
    database.addEventListener('versionchange', () => database.close());
    return database;
  });
}

const ofDoor = (door: string) => IDBKeyRange.bound([door], [door, []]);

/** Opens what the browser keeps, or, where it refuses, a store that lasts as long as the page. */
export async function openStore(): Promise<DoorStore> {
  try {
    const database = await openDatabase();
    database.addEventListener('versionchange', leaveNames);
    await sweep(database, Date.now());
    return databaseStore(database);
  } catch {
    return memoryStore();
  }
}

/** After a sign-out in another tab this one shows nobody's name any more. */
function leaveNames(): void {
  if (document.visibilityState === 'hidden') location.reload();
}

function databaseStore(database: IDBDatabase): DoorStore {
  const begin = (mode: IDBTransactionMode) =>
    database.transaction(['phone', 'lists', 'words'], mode, { durability: 'strict' });

  async function phoneOf(transaction: IDBTransaction): Promise<Phone> {
    const phones = transaction.objectStore('phone');
    const known = (await answerOf(phones.get('this'))) as Phone | undefined;
    if (known) return known;
    const phone = newPhone();
    phones.put(phone, 'this');
    return phone;
  }

  async function keptIn(transaction: IDBTransaction, door: string): Promise<KeptDoor> {
    const [list, rows] = await Promise.all([
      answerOf<ListRow | undefined>(transaction.objectStore('lists').get(door)),
      answerOf<WordRow[]>(transaction.objectStore('words').getAll(ofDoor(door))),
    ]);
    return { ...nothingKept, ...keptOf(list), words: rows.map(({ word }) => word) };
  }

  return {
    isLasting: true,
    device: async () => {
      const transaction = begin('readwrite');
      const { device } = await phoneOf(transaction);
      await written(transaction);
      return device;
    },
    read: (door) => keptIn(begin('readonly'), door),
    say: async (door, said, answered, now) => {
      const transaction = begin('readwrite');
      const done = written(transaction);
      const words = transaction.objectStore('words');
      const [phone, row] = await Promise.all([
        phoneOf(transaction),
        answerOf<WordRow | undefined>(words.get([door, said.id])),
      ]);
      const made = arrivalOf(phone, said, { answered, earlier: row?.word }, now);
      transaction.objectStore('phone').put(made.phone, 'this');
      words.put(wordRow(door, made.word));
      await done;
      return made.word;
    },
    change: async (door, change) => {
      const transaction = begin('readwrite');
      const done = written(transaction);
      const before = await keptIn(transaction, door);
      const after = change(before);
      if (after !== before) writeChange(transaction, door, before, after);
      await done;
      return after;
    },
    forget: async (door) => {
      const transaction = begin('readwrite');
      transaction.objectStore('lists').delete(door);
      transaction.objectStore('words').delete(ofDoor(door));
      await written(transaction);
    },
  };
}

const keptOf = ({ door: _, ...kept }: Partial<ListRow> = {}) => kept;

const wordRow = (door: string, word: OwnArrival): WordRow => ({
  door,
  id: word.id,
  word,
  until: Date.parse(word.at) + (doorDaysAfter + 1) * day,
});

function writeChange(
  transaction: IDBTransaction,
  door: string,
  before: KeptDoor,
  after: KeptDoor,
): void {
  const [lists, words] = [transaction.objectStore('lists'), transaction.objectStore('words')];
  const { view, words: left, ...rest } = after;
  // The list of a past event is shown, and not kept.
  if (view && !isOver(view, Date.now())) lists.put({ door, view, ...rest } satisfies ListRow);
  else lists.delete(door);
  const ids = new Set(left.map(({ id }) => id));
  for (const { id } of before.words) if (!ids.has(id)) words.delete([door, id]);
  for (const word of left) if (!before.words.includes(word)) words.put(wordRow(door, word));
}

/**
 * Deletes the lists of events that ended a day ago, with every name of those expected, and words
 * that no server takes any more.
 */
async function sweep(database: IDBDatabase, now: number): Promise<void> {
  const transaction = database.transaction(['lists', 'words'], 'readwrite');
  const done = written(transaction);
  const [lists, words] = [transaction.objectStore('lists'), transaction.objectStore('words')];
  const rows = await Promise.all([
    answerOf<ListRow[]>(lists.getAll()),
    answerOf<WordRow[]>(words.getAll()),
  ]);
  const over = new Set(rows[0].filter(({ view }) => isOver(view, now)).map(({ door }) => door));
  for (const door of over) lists.delete(door);
  for (const row of rows[1]) {
    if (row.until <= now) words.delete([row.door, row.id]);
    else if (over.has(row.door)) words.put({ ...row, word: withoutName(row.word) });
  }
  await done;
}

const isOver = ({ event }: DoorView, now: number) => Date.parse(event.endTime) + day <= now;

/** Deletes the lists of past events, if this browser keeps any. */
export async function sweepDoors(): Promise<void> {
  // A sign-out may be deleting it at this moment: it must not come back.
  const database = await openDatabase({ mayMake: false });
  await sweep(database, Date.now()).finally(() => database.close());
}
