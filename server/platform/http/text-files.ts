import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { TextFile } from '#contract/platform/endpoint.ts';
import type { Route } from './context.ts';
import { formValues } from './form-values.ts';
import { parseMultipart, type MultipartForm } from './multipart.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A text file may come in place of JSON. */
    textFile?: TextFile | undefined;
  }
}

export const multipartType = 'multipart/form-data';

export const isMultipart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === multipartType;

/** Accepts a text file as it is, or in a form, on the routes that declare one. */
export function acceptTextFiles(app: FastifyInstance, routes: Route[]): void {
  const types = new Set(routes.flatMap(({ endpoint }) => endpoint.textFile?.types ?? []));
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const { mediaType = '', routeOptions } = request;
    const { textFile } = routeOptions.config;
    if (!textFile?.types.includes(mediaType)) return done(unknownType(mediaType));
    done(null, bytes);
  });
  const bodies = new Map(routes.map(({ endpoint }) => [endpoint.textFile, endpoint.body]));
  acceptFileForms(app, (form, textFile) => bodyOfForm(form, bodies.get(textFile)));
}

/** Accepts a form with a file on the routes that declare one. */
export function acceptFileForms(
  app: FastifyInstance,
  bodyOf: (form: MultipartForm, textFile: TextFile) => unknown,
  bodyLimit?: number,
): void {
  app.addContentTypeParser(
    multipartType,
    { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) },
    ({ headers, routeOptions }, bytes: Buffer, done) => {
      const { textFile } = routeOptions.config;
      if (!textFile) return done(unknownType(multipartType));
      done(null, bodyOf(parseMultipart(headers['content-type'] ?? '', bytes), textFile));
    },
  );
}

const unknownType = (type: string) => new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);

/** The body that a form with a file stands for: a file is the whole of it. */
export const bodyOfForm = ({ fields, file }: MultipartForm, schema: z.ZodType | undefined) =>
  file ?? formValues(schema, fields);
