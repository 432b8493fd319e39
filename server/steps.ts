import { cleanStartSteps } from './features/accounts/steps.ts';
import { visibleAttendee } from './features/attendance/queries/visible-attendee.ts';
import { endBlocksOf } from './features/blocks/mutations.ts';
import { removedPictures } from './features/cleanup/mutations/pictures.ts';
import { forgetComplainant } from './features/complaints/mutations.ts';
import { forgetDonor } from './features/donations/mutations.ts';
import { eventsOfGroup } from './features/events/mutations/group-steps.ts';
import { eventPictures } from './features/events/mutations/pictures.ts';
import { groupPictures } from './features/groups/mutations/pictures.ts';
import { groupSteps } from './features/groups/steps.ts';
import { pictureColumns } from './features/media/steps.ts';
import { attendsVisibleEvent } from './features/profiles/steps.ts';
import { forgetReportingAccount } from './features/reports/mutations/report.ts';

// What a domain below asks of those above it: who answers is told here, and nowhere else.
cleanStartSteps.register([endBlocksOf, forgetReportingAccount, forgetComplainant, forgetDonor]);
pictureColumns.register([...groupPictures, eventPictures, removedPictures]);
groupSteps.register(eventsOfGroup);
attendsVisibleEvent.register(visibleAttendee);
