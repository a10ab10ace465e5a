import type { FastifyRequest } from 'fastify'
import { inIdentity } from '#server/platform/database.ts'
import { isSameOrigin } from '#server/platform/http/admission.ts'
import { nameIn } from '#server/platform/http/hosts/hosts.ts'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { inboxPage, Letter, mailList } from './inbox-page.ts'
import { inboxScript } from './inbox-style.ts'
import { deleteMails } from './queries.ts'
import { listForPage, listMails, openForPage, showAsHtml } from './read-mail.ts'

const pagePolicy = (nonce: string) =>
  `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'nonce-${nonce}'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
const framedPolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox allow-popups; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/**
 * Serves the development mailbox on the host `mailHost`. Answers only requests that come directly from this machine.
 */
export function developmentMailboxRoutes(app: App) {
  app.addConstraintStrategy(mailboxConstraint(app.platform.settings.mailHost))
  app.register(async (scope) => {
    const parseForm = async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body))
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm)
    routesForPrograms(scope)
    routesForPeople(scope)
  })
}

// Route constraint that matches only requests to the mailbox, because other hosts serve other pages at the same paths.
const mailboxConstraint = (mailHost: string): ConstraintStrategy => ({
  name: 'isMailbox',
  storage() {
    const kept = new Map<unknown, RouteHandler>()
    return { get: (value) => kept.get(value) ?? null, set: (value, handler) => void kept.set(value, handler) }
  },
  validate: () => {},
  deriveConstraint: (request) => nameIn(request.headers.host ?? '').toLowerCase() === mailHost && isDirect(request),
})

type ConstraintStrategy = Parameters<App['addConstraintStrategy']>[0]
type RouteHandler = Parameters<ReturnType<ConstraintStrategy['storage']>['set']>[1]

const onMailHost = {
  config: { host: 'mail' as const, counts: 'file' as const },
  constraints: { isMailbox: true },
  schema: { hide: true },
}

function routesForPrograms(app: App) {
  const { identity } = app.platform
  app.get<{ Querystring: { to?: string } }>('/messages', onMailHost, async ({ query }) =>
    inIdentity(identity, (tx) => listMails(tx, query.to)),
  )

  app.delete('/messages', onMailHost, async (_, reply) => {
    await inIdentity(identity, deleteMails)
    return reply.code(204).send()
  })
}

function routesForPeople(app: App) {
  const { identity, settings } = app.platform
  const here = onMailHost
  const html = 'text/html; charset=utf-8'

  app.get<{ Querystring: Record<string, string | undefined> }>('/', here, async (request, reply) => {
    const { id, view, write, to, from, notice = '' } = request.query
    const page = await inIdentity(identity, async (tx) => ({
      nonce: request.nonce,
      mails: await listForPage(tx),
      open: id ? await openForPage(tx, id, view) : null,
      letter: write ? { ...emptyLetter(settings.inboundDomain), ...(to && { to }), ...(from && { from }) } : null,
      notice,
    }))
    return reply.type(html).header('Content-Security-Policy', pagePolicy(request.nonce)).send(inboxPage(page))
  })

  app.get<{ Querystring: { id?: string } }>('/list', here, async (request, reply) => {
    const mails = await inIdentity(identity, listForPage)
    return reply.type(html).send(mailList(mails, request.query.id ?? null).markup)
  })

  app.get('/inbox.js', here, async (_, reply) => reply.type('text/javascript; charset=utf-8').send(inboxScript))

  app.get<{ Params: { id: string } }>('/messages/:id/html', here, async (request, reply) => {
    const shown = await inIdentity(identity, (tx) => showAsHtml(tx, request.params.id))
    if (shown === null) throw new Refusal('not-found')
    reply.header('Content-Security-Policy', framedPolicy).header('X-Frame-Options', 'SAMEORIGIN')
    // A sandboxed frame cannot have an origin-keyed agent cluster. Without this header, browsers log a warning about
    // it.
    reply.header('Origin-Agent-Cluster', '?0')
    return reply.type(html).send(shown)
  })

  app.post('/letters', here, async (request, reply) => {
    if (!isSameOrigin(request)) throw new Refusal('cross-site')
    const letter = readLetter(request.body)
    const notice = await sendLetter(settings, letter)
    return reply.redirect(`/?${new URLSearchParams({ write: '1', to: letter.to, from: letter.from, notice })}`, 303)
  })

  app.post('/emptying', here, async (request, reply) => {
    if (!isSameOrigin(request)) throw new Refusal('cross-site')
    await inIdentity(identity, deleteMails)
    return reply.redirect('/', 303)
  })
}

function readLetter(body: unknown): Letter {
  const { success, data } = Letter.safeParse(body)
  if (!success) throw new Refusal('invalid', { detail: 'A letter has to, from, subject and text, each of them a text' })
  return data
}

const emptyLetter = (inboundDomain: string): Letter => ({
  to: `support@WORKSPACE.${inboundDomain}`,
  from: 'customer@example.org',
  subject: '',
  text: '',
})

async function sendLetter(
  { inboundSmtpPort, isSending }: Settings,
  { to, from, subject, text }: Letter,
): Promise<string> {
  if (!isSending) return 'The mail was not accepted: SENDING is off, so this copy accepts no mail.'
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: '127.0.0.1',
    port: inboundSmtpPort,
    ignoreTLS: true,
    connectionTimeout: 5000,
  })
  try {
    await transport.sendMail({ to, from, subject, text, disableFileAccess: true, disableUrlAccess: true })
    return `The mail to ${to} was accepted.`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `The mail was not accepted: ${'response' in error ? error.response : error.message}`
  } finally {
    transport.close()
  }
}
