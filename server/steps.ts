import { addressProof, cleanStartSteps, postponedEmails } from './features/base/accounts/steps.ts';
import { visibleAttendee } from './features/events/attendance/queries/visible-attendee.ts';
import { endBlocksOf } from './features/trust/blocks/mutations.ts';
import { removedPictures } from './features/safety/purge/mutations/remove.ts';
import { forgetComplainant } from './features/safety/complaints/mutations.ts';
import { forgetDonor } from './features/base/donations/mutations.ts';
import { eventsOfGroup } from './features/events/events/mutations/group-steps.ts';
import { guestMessages } from './features/community/subscriptions/steps.ts';
import { enqueuePostponedEmails } from './features/events/attendance/mutations/notifications.ts';
import { setColumns } from './features/events/attendance/mutations/rows.ts';
import { getsMessages, provesAddress } from './features/events/guests/queries.ts';
import { endHouseholdLinks } from './features/events/household/mutations.ts';
import { eventPictures } from './features/events/events/mutations/pictures.ts';
import { groupPictures } from './features/community/groups/mutations/pictures.ts';
import { groupSteps } from './features/community/groups/steps.ts';
import { pictureColumns } from './features/base/media/steps.ts';
import { sitePictures } from './features/base/settings/queries.ts';
import { attendsVisibleEvent } from './features/community/profiles/steps.ts';
import { movedEvents } from './features/events/events/steps.ts';
import {
  bringForward,
  forgetReportingAccount,
} from './features/safety/reports/mutations/report.ts';
import { lastCameTable } from './features/events/arrivals/queries/parties.ts';
import { lastCame } from './features/community/membership/steps.ts';
import './mail.ts';

// Lower domains call higher ones by steps. This file registers these, and `mail.ts` every kind of
// email.
cleanStartSteps.register([
  endBlocksOf,
  endHouseholdLinks,
  forgetReportingAccount,
  forgetComplainant,
  forgetDonor,
]);
pictureColumns.register([sitePictures, ...groupPictures, eventPictures, removedPictures]);
groupSteps.register(eventsOfGroup);
addressProof.register(provesAddress);
postponedEmails.register(enqueuePostponedEmails);
guestMessages.register({
  read: getsMessages,
  set: (tx, guestId, messages) => setColumns(tx, guestId, { messages }),
});
movedEvents.register(bringForward);
attendsVisibleEvent.register(visibleAttendee);
lastCame.register(lastCameTable);
