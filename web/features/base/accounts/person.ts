/** A person as lists show them. */
export interface Person {
  userId: string;
  firstName: string;
  profileImageUrl?: string | null | undefined;
}
