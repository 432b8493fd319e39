import { useQuery } from '@tanstack/react-query';
import { attendeeAvatars } from '../../../contract/limits.ts';
import { AvatarRow } from '../../ui/avatar-row.tsx';
import { attendeesQuery } from './queries.ts';

interface AttendeesProps {
  eventId: number;
  count: number;
  label: string;
}

/** Some of the faces, and how many there are in all. */
export function Attendees({ eventId, count, label }: AttendeesProps) {
  const { data = [] } = useQuery(attendeesQuery(eventId));
  const people = data.slice(0, attendeeAvatars).map(({ userId, firstName, profileImageUrl }) => ({
    name: firstName,
    imageUrl: profileImageUrl,
    seed: userId,
  }));
  return (
    <>
      <p>{label}</p>
      {count > 0 && (
        <AvatarRow
          className="mt-2 max-sm:-ml-9"
          people={people}
          total={count}
          max={attendeeAvatars}
          label={label}
        />
      )}
    </>
  );
}
