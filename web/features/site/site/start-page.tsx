import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Redirect, useLocation } from 'wouter';
import { startPath } from '#contract/platform/paths.ts';
import { ownEvents } from '#web/features/events/events/my-events-queries.ts';
import { startFor, todaysDoor } from './start-pages.ts';

/** Leads on, where a link of the site itself comes here; the server answers all others. */
export default function StartPage() {
  const client = useQueryClient();
  const [path] = useLocation();
  const isStart = path === startPath;
  const { isPending } = useInfiniteQuery({ ...ownEvents('hosting'), enabled: !isStart });
  if (isStart) return <Redirect to={startFor(client)} replace />;
  return isPending ? null : <Redirect to={todaysDoor(client)} replace />;
}
