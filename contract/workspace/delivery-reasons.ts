import { z } from 'zod'
import { coded, noted } from '#contract/coded.ts'

export const DeliveryReason = z.discriminatedUnion('code', [
  coded('unknown-address'),
  coded('address-form-refused'),
  coded('address-refused'),
  coded('address-unusable'),
  coded('mailbox-full'),
  coded('mailbox-switched-off'),
  coded('too-large-for-recipient'),
  coded('too-large'),
  coded('utf8-refused'),
  coded('relay-without-utf8'),
  coded('recipient-server-unreachable'),
  coded('refused-by-rules'),
  coded('refused', { answer: z.string().nullable().describe('The answer of the mail server, if there was one') }),
  coded('sign-in-refused'),
  coded('sign-in-wanted'),
  coded('connection-lost'),
  coded('server-not-found'),
  coded('server-unreachable'),
  coded('server-silent'),
  coded('no-safe-connection'),
  coded('server-unusable'),
  coded('development-mailbox-failed'),
  coded('not-composed'),
  coded('nothing-to-send'),
  coded('sending-off'),
  coded('bounced-before'),
  coded('bounced', { answer: z.string().nullable().describe('The answer of the mail server, if there was one') }),
  coded('bounced-with-status', { status: z.string().describe('Enhanced status code, like 5.1.1') }),
  coded('restored'),
  coded('imported'),
  noted,
])

export type DeliveryReason = z.output<typeof DeliveryReason>
