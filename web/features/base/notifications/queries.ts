import { query } from '#web/platform/data/queries.ts';

/** How the member hears of each kind of news. */
export const notificationsQuery = () => query('GET /api/user/notifications');

/** The devices that show the member's notifications, the newest first. */
export const devicesQuery = () => query('GET /api/user/push-devices');
