import { Readable } from 'node:stream'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { ExportContext, ExportKind } from '#server/bulk/exports/export-kind.ts'
import { showCustomer } from '#server/fields/profiles/customers.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import type { AddFile } from '#server/platform/archives/write-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { unlessGone } from '#server/platform/storage.ts'
import { findCustomerCard, listMergedIds } from '#server/workspace/customers/write-customer.ts'
import {
  exportName,
  listDeflectionsOf,
  listEventsOf,
  listExportedFiles,
  listExportedMessages,
  listFeedbackOf,
  listTicketsOf,
  readExportedTicket,
} from './queries.ts'

const ExportOptions = z.strictObject({ customerId: Id })

// Enough for any person. The archive has a limit of its own.
const mostTickets = 100_000

/** Exports what the workspace has of a customer: JSON files, and the files of their tickets. */
export const customerExport: ExportKind<typeof ExportOptions> = {
  name: exportName,
  options: ExportOptions,
  fileName: 'customer.zip',
  async check(tx, { customerId }) {
    const card = await findCustomerCard(tx, customerId)
    if (!card) throw new Refusal('customer-not-in-workspace')
    if (card.mergedInto) throw new Refusal('customer-merged')
  },
  async begin(context, { customerId }) {
    const ids = await context.inWorkspace((tx) => listMergedIds(tx, customerId))
    const tickets = await context.inWorkspace((tx) => listTicketsOf(tx, ids, mostTickets))
    return {
      total: tickets.length + 1,
      async write(index, add) {
        if (index === 0) await writePerson(context, add, { customerId, ids })
        else await writeTicket(context, add, { ticketId: tickets[index - 1]!, ids })
      },
    }
  },
}

const jsonOf = (value: unknown) => Readable.from([JSON.stringify(value, null, 2)])

type Person = { customerId: string; ids: string[] }

async function writePerson({ inWorkspace }: ExportContext, add: AddFile, { customerId, ids }: Person) {
  const person = await inWorkspace(async (tx) => {
    const { mergedInto: _, mergedCustomers: __, ...customer } = await showCustomer(tx, customerId)
    return {
      ...customer,
      events: await listEventsOf(tx, ids),
      feedback: await listFeedbackOf(tx, ids),
      suggestedArticles: await listDeflectionsOf(tx, ids),
    }
  })
  await add('customer.json', jsonOf(person))
}

async function writeTicket(
  { workspaceId, inWorkspace, platform }: ExportContext,
  add: AddFile,
  { ticketId, ids }: { ticketId: string; ids: string[] },
) {
  const { ticket, messages, files } = await inWorkspace((tx) => readTicket(tx, ticketId, ids))
  if (!ticket) return
  const folder = `tickets/${ticket.number}`
  const pathOf = (file: (typeof files)[number], at: number) => `${folder}/files/${at + 1}-${plainName(file.name)}`
  const named = files.map((file, at) => ({ ...file, path: pathOf(file, at) }))
  await add(
    `${folder}/ticket.json`,
    jsonOf({
      ...ticket,
      messages: messages.map(({ id, ...message }) => ({
        ...message,
        files: named.filter(({ messageId }) => messageId === id).map(({ name, path }) => ({ name, path })),
      })),
    }),
  )
  for (const { storedId, path } of named) {
    const opened = await platform.storage.open(fileKey(workspaceId, storedId)).catch(unlessGone)
    if (opened) await add(path, opened.stream)
  }
}

/** Of tickets of others, only the messages of the customer are exported. */
async function readTicket(tx: WorkspaceTx, ticketId: string, ids: string[]) {
  const ticket = await readExportedTicket(tx, ticketId)
  const isOwn = ticket !== undefined && ids.includes(ticket.requesterId)
  const messages = await listExportedMessages(tx, ticketId, isOwn ? null : ids)
  const files = await listExportedFiles(
    tx,
    messages.map(({ id }) => id),
  )
  return { ticket: ticket && shapeTicket(ticket, isOwn), messages, files }
}

const shapeTicket = (
  { requesterId: _, subject, ...ticket }: NonNullable<Awaited<ReturnType<typeof readExportedTicket>>>,
  isOwn: boolean,
) => ({ ...ticket, isOwn, subject: isOwn ? subject : null })

// Names of files come from customers. An archive must not write outside its folder.
const plainName = (name: string) =>
  name
    .replace(/[\p{C}/\\:*?"<>|]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-100) || 'file'
