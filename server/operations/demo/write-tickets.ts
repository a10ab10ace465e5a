import { systemActor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { addMessage } from '#server/tickets/conversation/messages/add-message.ts'
import { cleanComposed } from '#server/tickets/conversation/messages/compose-text.ts'
import { openTicket } from '#server/tickets/conversation/openings/open-ticket.ts'
import { lockMergedTicket } from '#server/tickets/ticket/find-ticket.ts'
import type { NewText, RowChanges, Status } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import type { Company } from './plant-demo.ts'
import { customerNames, type Script, words } from './scripts.ts'
import { type DemoQueue, sortIntoQueue } from './write-queue.ts'

/** Returns a random number generator with a fixed seed, so that the demo has the same data each time. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

type Roll = (below: number) => number

type DemoTickets = { team: string[]; count: number; queue: DemoQueue | undefined }

export async function writeTickets(tx: WorkspaceTx, { domain, scripts }: Company, { team, count, queue }: DemoTickets) {
  const roll = sequence(domain.length * 7919)
  const customers = await makeCustomers(tx)
  for (let turn = 0; turn < count; turn += 1) {
    const script = fillIn(scripts[roll(scripts.length)]!, roll)
    await writeTicket(tx, script, {
      customerId: customers[roll(customers.length)]!,
      team,
      queue,
      roll,
      age: 1 - turn / count,
    })
  }
}

async function makeCustomers(tx: WorkspaceTx): Promise<string[]> {
  const ids: string[] = []
  for (const name of customerNames) {
    const local = name
      // Replaces "ø", because `normalize` does not split "ø" into "o" and an accent.
      .replaceAll('ø', 'o')
      .normalize('NFD')
      .replace(/[^a-zA-Z ]/g, '')
      .toLowerCase()
      .replaceAll(' ', '.')
    ids.push((await findOrCreateCustomer(tx, { email: `${local}@customer.example`, name })).id)
  }
  return ids
}

type Scene = Pick<DemoTickets, 'team' | 'queue'> & { customerId: string; roll: Roll; age: number }

async function writeTicket(tx: WorkspaceTx, script: Script, { customerId, team, queue, roll, age }: Scene) {
  const [opening, ...rest] = script.turns
  const { ticketId } = await openTicket(tx, {
    subject: script.subject,
    requesterId: customerId,
    channel: (['portal', 'email', 'email', 'email', 'email', 'phone'] as const)[roll(6)]!,
    opening: textOf(opening!.text),
    author: { type: 'customer', id: customerId },
    isAcknowledged: false,
    priority: script.priority,
    type: script.type,
    tags: script.tags,
    ...(queue && sortIntoQueue(queue, script.tags)),
  })
  const assigneeId = team[roll(team.length)]!
  const isOver = age > 0.3 || roll(10) > (age > 0.12 ? 0 : 5)
  const messages = isOver ? rest : rest.slice(0, roll(rest.length + 1))
  for (const { by, text } of messages) {
    const ticket = await lockMergedTicket(tx, ticketId)
    const author =
      by === 'customer' ? ({ type: 'customer', id: customerId } as const) : ({ type: 'agent', id: assigneeId } as const)
    const changes: RowChanges =
      by === 'agent'
        ? {
            status: 'pending',
            assigneeId,
            waitingSince: null,
            firstRepliedAt: ticket.firstRepliedAt ?? 'now()',
          }
        : by === 'customer'
          ? { status: 'open' }
          : { assigneeId }
    await addMessage(
      tx,
      ticket,
      {
        kind: by === 'note' ? 'note' : 'reply',
        author,
        channel: by === 'customer' ? 'email' : 'agent',
        text: textOf(text),
      },
      changes,
      { actor: author },
    )
  }
  if (!isOver && messages.length === 0 && roll(3) > 0) {
    await updateTicket(
      tx,
      await lockMergedTicket(tx, ticketId),
      { assigneeId },
      { actor: { type: 'agent', id: assigneeId } },
    )
  }
  if (isOver) {
    const ticket = await lockMergedTicket(tx, ticketId)
    const status: Status = age > 0.4 || roll(6) > 0 ? 'solved' : 'on_hold'
    const updated = await updateTicket(
      tx,
      ticket,
      { status, assigneeId: ticket.assigneeId ?? assigneeId },
      { actor: { type: 'agent', id: assigneeId } },
    )
    if (age > 0.4)
      await updateTicket(tx, updated, { status: 'closed' }, { actor: systemActor, cause: 'solved-long-enough' })
  }
}

function textOf(text: string): NewText {
  return { ...cleanComposed({ text }), quotedText: null, attachmentIds: [] }
}

function fillIn(script: Script, roll: Roll): Script {
  const chosen = new Map(Object.entries(words).map(([kind, choices]) => [kind, choices[roll(choices.length)]!]))
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, kind: string) => chosen.get(kind) ?? whole)
  return {
    ...script,
    subject: fill(script.subject),
    turns: script.turns.map(({ by, text }) => ({ by, text: fill(text) })),
  }
}
