/** Somebody as a list names them. */
export interface Person {
  userId: string;
  firstName: string;
  profileImageUrl?: string | null | undefined;
}
