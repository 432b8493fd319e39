import type { PictureUse } from '#contract/platform/limits.ts';
import { call, failureOf, type AnswerFor } from '#web/platform/data/api.ts';
import { UnusablePicture, usablePicture } from './picture-file.ts';

/** Uploads a chosen picture and returns its address. */
export const uploadPicture = async (
  file: File,
  use: PictureUse,
): Promise<AnswerFor<'POST /api/media/:use'>> =>
  call('POST /api/media/:use', { params: { use }, body: await usablePicture(file) });

export function uploadFailure(error: Error): string {
  if (error instanceof UnusablePicture) return error.message;
  const { status = 500, fields, reason } = failureOf(error);
  const refused = status < 500 ? (fields?.['image'] ?? reason) : undefined;
  return refused ?? "We couldn't upload the picture. Please try again.";
}
