import {
  nothingKept,
  arrivalOf,
  type KeptDoor,
  type OwnArrival,
  type Phone,
  type ArrivalEntry,
} from './engine.ts';

/**
 * Where a phone keeps its doors. Each change is whole or not at all, and kept once its promise
 * resolves.
 */
export interface DoorStore {
  /** False where the browser keeps nothing: all is lost with the page. */
  isLasting: boolean;
  device: () => Promise<string>;
  read: (door: string) => Promise<KeptDoor>;
  /** Keeps what somebody said as a word with its time. */
  say: (
    door: string,
    said: ArrivalEntry,
    answered: string | null,
    now: number,
  ) => Promise<OwnArrival>;
  /** Replaces what is kept of a door. Words that `change` leaves out are deleted. */
  change: (door: string, change: (kept: KeptDoor) => KeptDoor) => Promise<KeptDoor>;
  forget: (door: string) => Promise<void>;
}

export const newPhone = (): Phone => ({ device: newPhoneId(), lastAt: 0 });

/** Makes an id of 24 letters and digits. It is no secret, but no two phones may make the same. */
export const newPhoneId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Keeps doors as long as the page is open, for browsers that refuse to keep more. */
export function memoryStore(): DoorStore {
  let phone = newPhone();
  const doors = new Map<string, KeptDoor>();
  const keptOf = (door: string) => doors.get(door) ?? nothingKept;
  return {
    isLasting: false,
    device: async () => phone.device,
    read: async (door) => keptOf(door),
    say: async (door, said, answered, now) => {
      const kept = keptOf(door);
      const earlier = kept.words.find(({ id }) => id === said.id);
      const made = arrivalOf(phone, said, { answered, earlier }, now);
      phone = made.phone;
      const others = kept.words.filter((word) => word !== earlier);
      doors.set(door, { ...kept, words: [...others, made.word] });
      return made.word;
    },
    change: async (door, change) => {
      const kept = change(keptOf(door));
      doors.set(door, kept);
      return kept;
    },
    forget: async (door) => void doors.delete(door),
  };
}
