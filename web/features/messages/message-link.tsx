import { Link } from 'wouter';
import { buttonClass } from '../../ui/button.tsx';
import { messagesPath } from './message-paths.ts';

/** For those who may write to the group's members. */
export default function MessageLink({ groupId }: { groupId: number }) {
  return (
    <Link href={messagesPath(groupId)} className={buttonClass({ variant: 'outline' })}>
      Messages
    </Link>
  );
}
