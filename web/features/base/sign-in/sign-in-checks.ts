import { zodResolver } from '@hookform/resolvers/zod';
import { LoginForm, RegisterForm } from '#contract/base/sign-in.ts';

export const loginChecks = zodResolver(LoginForm);
export const registerChecks = zodResolver(RegisterForm);
