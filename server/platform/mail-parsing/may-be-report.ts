export const robots = /^(?:mailer-daemon|mailerdaemon|postmaster|mail-daemon|mdaemon|bounces?)(?:[+-].*)?@/i

/** Whether it may come from a mail system, as its headers alone tell: then nobody waits for an answer. */
export const mayBeReport = (
  headers: Map<string, string>,
  { from, envelopeFrom }: { from: string; envelopeFrom: string },
) =>
  envelopeFrom === '' ||
  robots.test(from) ||
  headers.has('x-failed-recipients') ||
  /^multipart\/report/i.test(headers.get('content-type') ?? '')
