import type { Audience } from '../../../contract/audience.ts';
import { audienceWords } from '../../../contract/audience-words.ts';
import { Badge } from '../../ui/badge.tsx';

/** For whom an event or a group is that is not for everybody. */
export const AudienceBadge = ({ audience }: { audience: Audience }) =>
  audience !== 'all' && <Badge tone="accent">{audienceWords[audience]}</Badge>;
