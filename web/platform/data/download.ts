import type { ApiKey } from '#contract/api.ts';
import { request, urlOf } from './api.ts';
import { saveFile } from '#web/ui/save-file.ts';

/**
 * Downloads a file under the name that the server gives it.
 * @throws ApiError
 */
export async function download(key: ApiKey & `GET ${string}`): Promise<void> {
  const response = await request('GET', urlOf(key));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(name ?? '', await response.blob());
}
