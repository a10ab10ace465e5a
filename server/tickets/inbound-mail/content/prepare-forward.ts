import { readEmailAddress } from '#contract/email-address.ts'
import { noSubject } from '#contract/texts.ts'
import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import type { MailFile } from '#server/files/keep-file.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { readWrittenDate, readZone } from '#server/platform/html/forwards/read-written-date.ts'
import { forwardSubject, replySubject } from '#server/platform/html/quotes/mail-words.ts'
import type { CleanForward, CleanMail } from '#server/platform/mail-parsing/parse-mail.ts'
import {
  classifyMail,
  isRefused,
  type MailAttachment,
  type ParsedMail,
  parseMail,
} from '#server/platform/mail-parsing/parse-mail.ts'
import { asForwarding, findReplyAddress, isOwn, type Person } from '#server/tickets/inbound-mail/senders/find-sender.ts'
import { takesNoAnswer } from '#server/tickets/outgoing-mail/mail-customer.ts'
import { cleanWithPictures, keepFiles, type MailText, showText } from './mail-text.ts'
import type { MailFacts } from './read-facts.ts'

export type ForwardedMail = {
  writer: Person
  subject: string
  date: Date | null
  messageId: string | null
  opening: MailText
  cover: MailText | null
}

type KeptForward = { because: MailEvidence }
export type Forward = ForwardedMail | KeptForward

export const isPassedOn = (forward: Forward | null): forward is ForwardedMail => forward !== null && 'writer' in forward

export async function prepareForward(facts: MailFacts, clean: CleanMail, files: MailFile[]): Promise<Forward | null> {
  const { forward } = clean
  if (forward === 'unclear') return unclear(facts)
  if (forward) return prepareInText(facts, forward, files)
  return facts.colleague ? prepareAttached(facts, clean, files) : null
}

const senderOf = ({ colleague }: MailFacts) => colleague!.address
const unclear = (facts: MailFacts): KeptForward => ({ because: { code: 'forward-unclear', sender: senderOf(facts) } })
const ofNoCustomer = (facts: MailFacts, writer: string): KeptForward => ({
  because: { code: 'forwards-no-customer', sender: senderOf(facts), writer },
})

async function prepareInText(facts: MailFacts, forward: CleanForward, files: MailFile[]): Promise<Forward> {
  const { inner, isOfTeam } = forward
  const address = readEmailAddress(forward.writer.address)
  if (!address) return unclear(facts)
  if (isOfTeam || isBulk(address, inner.bodyText)) return ofNoCustomer(facts, address)
  const subject = oneLine(forward.subject) || noSubject
  const parts = partFiles(forward, files)
  return {
    writer: { address, name: forward.writer.name },
    subject,
    date: dateIn(facts, forward.date),
    messageId: null,
    opening: await showText(facts, asBody(inner), parts.inner, 'inner'),
    cover: await showCover(facts, forward.cover, parts.cover, subject),
  }
}

export const asBody = ({ bodyHtml, bodyText, quotedHtml, quotedText }: CleanForward['inner']) => ({
  html: bodyHtml,
  text: bodyText,
  quotedHtml: quotedHtml ?? '',
  quotedText,
})

// Text files above this size contain the whole mail with the colleague's remark. Customers must not get these files.
const mostShown = 2 * 1024 * 1024

// Separates the forwarded files from files that the colleague added. A picture belongs to the text that shows it. If
// the colleague wrote a remark, any other file belongs to the customer only if the forwarded text names the file.
function partFiles({ inner, cover, header, isRemark }: CleanForward, files: MailFile[]) {
  const innerHtml = inner.bodyHtml + (inner.quotedHtml ?? '')
  const named = `${header}\n${inner.bodyText}`.toLowerCase()
  const isOfInner = ({ id, name, mime, bytes }: MailFile) => {
    if (/^text\/(?:plain|html)$/.test(mime) && bytes > mostShown) return false
    if (innerHtml.includes(id)) return true
    if (cover?.html.includes(id)) return false
    return !isRemark || named.includes(name.toLowerCase())
  }
  return { inner: files.filter(isOfInner), cover: files.filter((file) => !isOfInner(file)) }
}

type CoverText = { html: string; text: string }

async function showCover(facts: MailFacts, cover: CoverText | null, files: MailFile[], subject: string) {
  const given = bare(facts.parsed.subject)
  const isChanged = given !== '' && !bare(subject).startsWith(given.replace(/…$/, '').trim())
  if (!cover && files.length === 0 && !isChanged) return null
  const line = isChanged ? `Subject: ${oneLine(facts.parsed.subject)}` : ''
  const html = `${line && `<p>${escapeHtml(line)}</p>`}${cover?.html ?? ''}`
  const text = [line, cover?.text].filter(Boolean).join('\n\n')
  return showText(facts, { html, text, quotedHtml: '', quotedText: null }, files, 'cover')
}

function bare(subject: string): string {
  let rest = oneLine(subject)
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(forwardSubject, '').replace(replySubject, '').trim()
  }
  return rest.toLowerCase()
}

const oneLine = (text: string) => text.replaceAll('\0', '').replace(/\s+/g, ' ').trim()

function dateIn({ parsed }: MailFacts, written: string): Date | null {
  const now = new Date()
  const latest = parsed.date && parsed.date < now ? parsed.date : now
  return readWrittenDate(written, { offset: readZone(parsed.headerMap.get('date') ?? '') ?? 0, latest })
}

const unsubscribe =
  /(?:unsubscribe|abmelden|abbestellen|désabonner|désinscri|darse de baja|cancelar (?:la |a )?(?:suscripción|subscrição|inscrição)|disiscriv|annulla l.iscrizione|descadastr|afmelden|uitschrijven|wypisz|zrezygnuj z|отписаться|відписатися|配信停止|登録解除|退订|수신거부)[^\n]{0,120}\n?[^\n]{0,20}https?:/i

const isBulk = (address: string, text: string) => takesNoAnswer(address) || unsubscribe.test(text)

const isMail = ({ mime }: MailAttachment) => mime === 'message/rfc822' || mime === 'message/global'

// Prepares a mail that was forwarded as an attachment. Returns null if there is no such attachment. If several mails
// are attached, it is unclear who wrote the request.
async function prepareAttached(facts: MailFacts, clean: CleanMail, files: MailFile[]): Promise<Forward | null> {
  const { attachments } = facts.parsed
  const at = attachments.findIndex(isMail)
  if (at === -1 || !asForwarding(facts)?.isToUsAlone) return null
  // If the mail quotes a text, the author of this text may have attached the other mail.
  if (attachments.filter(isMail).length > 1 || clean.quotedText !== null) return unclear(facts)
  const inner = await parseMail(attachments[at]!.bytes, facts.lane)
  const writer = isRefused(inner) ? null : findReplyAddress(inner, facts.platform.settings)
  if (isRefused(inner) || !writer) return unclear(facts)
  const isCustomers =
    !isOwn(facts, writer.address) && !isOwn(facts, inner.from?.address ?? '') && (await isByPerson(inner, facts))
  if (!isCustomers) return ofNoCustomer(facts, writer.address)
  const subject = oneLine(inner.subject) || noSubject
  const innerFiles = await keepFiles(facts, inner.attachments, 'attached')
  const body = await cleanWithPictures(facts, inner, innerFiles)
  const said = clean.bodyText.trim() || /<img\b/i.test(clean.bodyHtml)
  const isPast = inner.date !== null && inner.date < new Date()
  return {
    ...{ writer, subject, messageId: inner.messageId },
    date: isPast ? inner.date : null,
    opening: await showText(facts, asBody(body), innerFiles, 'inner'),
    cover: await showCover(
      facts,
      said ? { html: clean.bodyHtml, text: clean.bodyText } : null,
      files.filter((_, place) => place !== at),
      subject,
    ),
  }
}

async function isByPerson(inner: ParsedMail, { workspaceId, lane }: MailFacts): Promise<boolean> {
  const envelopeFrom = inner.from?.address ?? ''
  const context = { envelopeFrom, loopValue: workspaceId, isOwnAddress: () => false }
  const about = await classifyMail(inner, context, lane)
  return about.kind === 'normal' && !about.loop && !takesNoAnswer(envelopeFrom)
}
