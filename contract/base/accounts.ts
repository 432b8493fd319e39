import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { PictureData, profilePictureTooLarge } from './media.ts';
import { countries } from './place-names.ts';
import { personName } from '#contract/platform/names.ts';
import { basedOn, Revision } from '#contract/platform/revisions.ts';
import { line, paragraphs, StoredText } from '#contract/platform/values.ts';

export const Role = z.enum(['user', 'admin']);
export type Role = z.infer<typeof Role>;

/**
 * A member's name and picture for other members; never an email address, last name or phone number.
 */
export const publicProfile = { firstName: z.string(), profileImageUrl: z.string().nullable() };

/** The caller's own account. */
export const Account = z.strictObject({
  id: z.string(),
  email: StoredText,
  /** Whether the member has confirmed their address by a link in an email. */
  emailVerified: z.boolean(),
  /** A mail server refused the address for good, so it gets only emails that they ask for. */
  emailSuppressed: z.boolean(),
  firstName: StoredText,
  lastName: StoredText.nullable(),
  bio: StoredText.nullable(),
  location: StoredText.nullable(),
  profileImageUrl: StoredText.nullable(),
  role: Role,
  isActive: z.boolean(),
  phoneNumber: StoredText.nullable(),
  smsNotifications: z.boolean(),
  profileCompleted: z.boolean(),
  revision: Revision,
});
export type Account = z.infer<typeof Account>;

export const firstName = personName({
  what: 'First name',
  min: 1,
  max: 80,
  tooShort: 'First name is required',
});
const lastName = personName({
  what: 'Last name',
  min: 1,
  max: 80,
  tooShort: 'Last name is required for account security',
});
const lastNameOrNone = personName({ what: 'Last name', max: 80 });
export const optionalLastName = lastNameOrNone.nullish();

const bioText = paragraphs({
  min: 20,
  max: 2_000,
  tooShort: 'Bio must be at least 20 characters to help others get to know you',
});

/** The fields of the Complete Profile screen, before city and country become `location`. */
export const ProfileForm = z.object({
  lastName,
  city: line({ min: 2, max: 100, tooShort: 'Please enter your city or town' }),
  country: z.enum(countries, 'Please select your country'),
  bio: bioText,
  phoneNumber: line({ max: 40 }),
  smsNotifications: z.boolean(),
});

/** The profile form of the Edit dialog, where only the name is required. */
export const EditProfileForm = z.object({
  firstName,
  lastName: lastNameOrNone,
  city: line({ max: 100 }).refine((text) => text.length !== 1, 'Please enter your city or town'),
  country: z.enum(countries, 'Please select your country'),
  bio: paragraphs({ max: 2_000 }),
  phoneNumber: line({ max: 40 }),
  smsNotifications: z.boolean(),
});

/** Requires at least two characters before a comma, and something after it. */
function namesTown(text: string): boolean {
  const comma = [...text].indexOf(',', 2);
  return comma !== -1 && comma < [...text].length - 1;
}

/** 'city, country'; the city has at least two characters. */
const Location = line({ max: 160 }).refine(namesTown, 'Please enter your city or town');

/** Returns an empty object for a signed-out caller. */
export const getUser = endpoint('GET /api/user', {
  summary: 'Get the signed-in member',

  access: 'anyone',
  response: z.strictObject({ user: Account.optional() }),
});

/** Hosting and RSVPs need a complete profile. */
export const completeProfile = endpoint('POST /api/complete-profile', {
  summary: 'Complete your profile',
  words: { done: { title: 'Profile completed!' }, failed: 'Please try again' },

  access: 'signed_in',
  rate: 'write',
  body: z.object({
    bio: bioText,
    location: Location,
    lastName,
    phoneNumber: line({ max: 40 }).nullish(),
    smsNotifications: z.boolean().default(false),
  }),
  response: z.strictObject({ user: Account }),
});

export const updateAccount = endpoint('PATCH /api/auth/user', {
  summary: 'Update your profile',
  refuses: ['quota'],

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'profile',
  tooLarge: profilePictureTooLarge,
  body: z.object({
    firstName: firstName.optional(),
    lastName: optionalLastName,
    bio: paragraphs({ max: 2_000 }).nullish(),
    location: line({ max: 160 }).nullish(),
    phoneNumber: line({ max: 40 }).nullish(),
    smsNotifications: z.boolean().optional(),
    /** A new picture as a data URL, the present one's address, or nothing to remove it. */
    profileImageUrl: PictureData.nullish(),
    ...basedOn,
  }),
  response: Account,
});
