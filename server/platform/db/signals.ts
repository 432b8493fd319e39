import type { Database, Transaction } from './types.ts';

type Listener = () => void;

const announcedTopics = new WeakMap<Transaction, Set<string>>();
const listenersByDatabase = new WeakMap<Database, Map<string, Set<Listener>>>();

/** Calls this process's listeners of `topic` once the transaction is committed. */
export function announce(tx: Transaction, topic: string): void {
  const topics = announcedTopics.get(tx) ?? new Set();
  announcedTopics.set(tx, topics.add(topic));
}

/** @returns a function that ends the listening */
export function onCommitted(db: Database, topic: string, listener: Listener): () => void {
  const byTopic = listenersByDatabase.get(db) ?? new Map<string, Set<Listener>>();
  listenersByDatabase.set(db, byTopic);
  const listeners = byTopic.get(topic) ?? new Set();
  byTopic.set(topic, listeners.add(listener));
  return () => void listeners.delete(listener);
}

/** Only `transaction()` calls this. */
export function afterCommit(db: Database, tx: Transaction | undefined): void {
  const topics = tx && announcedTopics.get(tx);
  for (const topic of topics ?? []) {
    for (const listener of listenersByDatabase.get(db)?.get(topic) ?? []) listener();
  }
}
