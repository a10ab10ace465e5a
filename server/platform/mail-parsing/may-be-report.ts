export const robots = /^(?:mailer-daemon|mailerdaemon|postmaster|mail-daemon|mdaemon|bounces?)(?:[+-].*)?@/i

export const mayBeReport = (
  headers: Map<string, string>,
  { from, envelopeFrom }: { from: string; envelopeFrom: string },
) =>
  envelopeFrom === '' ||
  robots.test(from) ||
  headers.has('x-failed-recipients') ||
  /^multipart\/report/i.test(headers.get('content-type') ?? '')
