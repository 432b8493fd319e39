import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PictureData } from './media.ts';
import { publicProfile } from './membership.ts';
import { InvitationCode } from './settings.ts';
import { line, paragraphs, UserId } from './values.ts';

export const Role = z.enum(['user', 'admin']);
export type Role = z.infer<typeof Role>;

/** The caller's own account. */
export const Account = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: Role,
  isActive: z.boolean(),
  phoneNumber: z.string().nullable(),
  smsNotifications: z.boolean(),
  profileCompleted: z.boolean(),
});
export type Account = z.infer<typeof Account>;

const PublicUser = z.strictObject({ id: z.string(), ...publicProfile });

const email = z
  .string('Please enter a valid email address')
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

const firstName = line({ min: 1, max: 80, tooShort: 'First name is required' });
const lastName = line({
  min: 1,
  max: 80,
  tooShort: 'Last name is required for account security',
});
const optionalLastName = line({ max: 80 }).nullish();

const bio = paragraphs({
  min: 20,
  max: 2_000,
  tooShort: 'Bio must be at least 20 characters to help others get to know you',
});

/** The rules of a new password, each with its own message (specification §5). */
export const passwordRules: readonly { message: string; holds: (password: string) => boolean }[] = [
  {
    message: 'Password must be at least 8 characters',
    holds: (password) => [...password].length >= 8,
  },
  { message: 'Password must contain a letter', holds: (password) => /\p{L}/u.test(password) },
  { message: 'Password must contain a number', holds: (password) => /\d/.test(password) },
  {
    message: 'Password must contain a special character',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
];

const newPassword = z
  .string('Password must be at least 8 characters')
  .max(200, 'Password cannot exceed 200 characters')
  .superRefine((password, context) => {
    for (const rule of passwordRules) {
      if (!rule.holds(password)) context.addIssue({ code: 'custom', message: rule.message });
    }
  });

export const LoginForm = z.object({
  email,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(200, 'Password is too long'),
});

export const RegisterForm = z
  .object({
    firstName,
    lastName: optionalLastName,
    email,
    password: newPassword,
    confirmPassword: z.string("Passwords don't match"),
    /** Needed where registration is by invitation. */
    invitation: InvitationCode.optional(),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
    when: () => true,
  });

export const countries = ['United Kingdom', 'Ireland', 'Other'] as const;

/** The fields of the Complete Profile screen (specification §5), before city and country become `location`. */
export const ProfileForm = z.object({
  lastName,
  city: line({ min: 2, max: 100, tooShort: 'Please enter your city or town' }),
  country: z.enum(countries, 'Please select your country'),
  bio,
  phoneNumber: line({ max: 40 }),
  smsNotifications: z.boolean(),
});

/** 'city, country', the city of at least two characters. */
const Location = line({ max: 160 }).refine(
  (text) => /^.{2,}, *\S.*$/u.test(text),
  'Please enter your city or town',
);

const next = z.string().max(2_000).optional();

export const getUser = endpoint('GET /api/user', {
  access: 'anyone',
  response: z.strictObject({ user: Account.optional() }),
});

export const register = endpoint('POST /api/register', {
  access: 'anyone',
  rate: 'registration',
  body: RegisterForm,
  response: z.strictObject({ user: Account, requiresProfileCompletion: z.boolean() }),
});

export const login = endpoint('POST /api/login', {
  access: 'anyone',
  rate: 'sign_in',
  body: LoginForm.extend({ next }),
  response: z.strictObject({ redirectUrl: z.string() }),
});

/** Where a signed-out visitor is sent to sign in; the outside issuer's door once one is configured. */
export const loginRedirect = endpoint('GET /api/login', {
  access: 'anyone',
  query: z.object({ next }),
});

export const logout = endpoint('GET /api/logout', { access: 'anyone' });

export const completeProfile = endpoint('POST /api/complete-profile', {
  access: 'signed_in',
  rate: 'write',
  body: z.object({
    bio,
    location: Location,
    lastName,
    phoneNumber: line({ max: 40 }).nullish(),
    smsNotifications: z.boolean().default(false),
  }),
  response: z.strictObject({ user: Account }),
});

export const updateAccount = endpoint('PATCH /api/auth/user', {
  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'picture',
  body: z.object({
    firstName: firstName.optional(),
    lastName: optionalLastName,
    bio: paragraphs({ max: 2_000 }).nullish(),
    location: line({ max: 160 }).nullish(),
    /** A new picture as a data URL, the address of the present one, or nothing to take it away. */
    profileImageUrl: PictureData.nullish(),
  }),
  response: Account,
});

export const listUsers = endpoint('GET /api/users', {
  access: 'signed_in',
  query: z.object({
    ids: z
      .string()
      .transform((text) => text.split(',').slice(0, 100))
      .pipe(z.array(UserId))
      .optional(),
  }),
  response: z.array(PublicUser),
});
