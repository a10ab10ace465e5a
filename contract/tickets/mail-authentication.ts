import { z } from 'zod'

/** One of the ways by which a domain says which mails are its own (RFC 6376, 7208, 9989). */
export const SenderCheck = z.object({
  method: z.enum(['dkim', 'spf', 'dmarc']),
  result: z
    .enum(['pass', 'fail', 'none', 'unanswered'])
    .describe('none: the domain says nothing by it; unanswered: it could not be asked'),
  domain: z.string(),
})
export type SenderCheck = z.output<typeof SenderCheck>

/** How far the sender of a mail is authenticated. */
export const MailAuthentication = z.object({
  from: z.string().describe('The address in From; empty where that does not name exactly one'),
  sender: z
    .enum(['aligned', 'silent', 'failed'])
    .describe('The domain of From vouches for the mail, says nothing about it, or says that it is not its own'),
  by: z.enum(['server', 'relay', 'nobody']).describe('Who checked: this server, a trusted relay before it, or nobody'),
  checks: z.array(SenderCheck),
})
export type MailAuthentication = z.output<typeof MailAuthentication>
