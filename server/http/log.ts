import type { FastifyRequest } from 'fastify';

const secretInAddress = /([?&][^=&]*(?:secret|token)[^=&]*=)[^&#]*/gi;

/** A request as a log line names it: what its address carries in confidence is left out. */
export const requestInLog = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.replace(secretInAddress, '$1[Redacted]'),
  host: request.host,
  remoteAddress: request.ip,
});
